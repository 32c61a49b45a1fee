import type { CandidateInput } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import { parseDocument } from '../json/parse-document.js';
import { listAt } from '../json/list-at.js';
import { toItem } from '../json/to-item.js';

/**
 * An array of strings, numbers or objects, at `pointer` of the document.
 * @throws {SourceError} bad-format, pointer-not-found
 */
export function parseJson(
  text: string,
  fields: CandidateFields,
  where: string,
  pointer = '',
): CandidateInput[] {
  const list = listAt(parseDocument(text, where), pointer, where);
  return list.flatMap((item, index) => toItem(item, fields, `${where}: item ${index + 1}`) ?? []);
}

/**
 * One string, number or object a line; blank lines are skipped.
 * @throws {SourceError} bad-format
 */
export function parseNdjson(text: string, fields: CandidateFields, where: string): CandidateInput[] {
  return text.split(/\r\n|\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${where}: line ${index + 1}`;
    return toItem(parseDocument(line, place), fields, place) ?? [];
  });
}
