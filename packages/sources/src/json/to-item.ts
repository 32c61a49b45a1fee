import type { CandidateInput } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import { candidateFields, toCandidate, toText } from '../candidate/to-candidate.js';
import { SourceError } from '../source-error.js';
import { resolvePointer } from './resolve-pointer.js';

/**
 * Makes a candidate of a string, a number or an object. Undefined when the value is absent or blank.
 * @param where for messages, such as `people.json: item 3`
 * @throws {SourceError} bad-format, column-required, unknown-column
 */
export function toItem(item: unknown, fields: CandidateFields, where: string): CandidateInput | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    const value = Array.isArray(item) ? undefined : toText(item ?? undefined, 'value', where);
    if (value !== undefined || typeof item === 'string') return value;
    throw new SourceError('bad-format', `${where}: expected a string or an object`);
  }
  const { column } = fields;
  if (column === undefined && !Object.hasOwn(item, 'value')) {
    const message = `${where}: no property "value"; name the one to use: column (there are: ${Object.keys(item).join(', ')})`;
    throw new SourceError('column-required', message);
  }
  const row = (name: string): unknown => property(item, name);
  if (column !== undefined && row(column) === undefined) {
    const message = `${where}: no property ${JSON.stringify(column)} (there are: ${Object.keys(item).join(', ')})`;
    throw new SourceError('unknown-column', message);
  }
  return toCandidate(row, column === undefined ? { ...candidateFields, ...fields } : fields, where);
}

/** Own properties only: `constructor` is not a column of every object. */
function property(item: object, name: string): unknown {
  if (Object.hasOwn(item, name)) return (item as Record<string, unknown>)[name];
  return name.startsWith('/') ? resolvePointer(item, name) : undefined;
}
