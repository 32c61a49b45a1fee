import type { CandidateInput } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import type { FileFields } from './file-source-options.js';
import { candidateFields, toCandidate, toText } from './to-candidate.js';

/**
 * An array of strings, numbers or objects, at `pointer` of the document.
 * @throws {SourceError} bad-format, pointer-not-found
 */
export function parseJson(text: string, fields: FileFields, where: string, pointer = ''): CandidateInput[] {
  const list = resolvePointer(parse(text, where), pointer, where);
  if (!Array.isArray(list)) {
    const place = pointer === '' ? 'the document' : `what ${pointer} points at`;
    throw new SourceError('bad-format', `${where}: expected ${place} to be a list`);
  }
  return list.flatMap((item: unknown, index) => toItem(item, fields, `${where}: item ${index + 1}`) ?? []);
}

/**
 * One string, number or object a line; blank lines are skipped.
 * @throws {SourceError} bad-format
 */
export function parseNdjson(text: string, fields: FileFields, where: string): CandidateInput[] {
  return text.split(/\r\n|\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${where}: line ${index + 1}`;
    return toItem(parse(line, place), fields, place) ?? [];
  });
}

function toItem(item: unknown, fields: FileFields, where: string): CandidateInput | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    const value = Array.isArray(item) ? undefined : toText(item ?? undefined, 'value', where);
    if (value !== undefined || typeof item === 'string') return value;
    throw new SourceError('bad-format', `${where}: expected a string or an object`);
  }
  // Own properties only: `constructor` is not a column of every object.
  const row = (name: string): unknown =>
    Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined;
  const { column } = fields;
  if (column === undefined && !Object.hasOwn(item, 'value')) {
    const message = `${where}: no property "value"; name the one to use: column (there are: ${Object.keys(item).join(', ')})`;
    throw new SourceError('column-required', message);
  }
  if (column !== undefined && !Object.hasOwn(item, column)) {
    const message = `${where}: no property ${JSON.stringify(column)} (there are: ${Object.keys(item).join(', ')})`;
    throw new SourceError('unknown-column', message);
  }
  return toCandidate(row, column === undefined ? { ...candidateFields, ...fields } : fields, where);
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text, so it is neither repeated nor kept as the cause.
    throw new SourceError('bad-format', `${where}: not valid JSON`);
  }
}

/** RFC 6901. */
function resolvePointer(document: unknown, pointer: string, where: string): unknown {
  let node = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) {
      throw new SourceError('pointer-not-found', `${where}: there is nothing at ${pointer}`);
    }
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}
