import type { CandidateInput } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import { parseDocument } from '../json/parse-document.js';
import { listAt } from '../json/list-at.js';
import { toItem } from '../json/to-item.js';
import { linesInTurns } from './lines-in-turns.js';

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
export async function parseNdjson(
  text: string,
  fields: CandidateFields,
  where: string,
): Promise<CandidateInput[]> {
  const candidates: CandidateInput[] = [];
  let number = 0;
  for await (const lines of linesInTurns(text)) {
    for (const line of lines) {
      number += 1;
      if (line.trim() === '') continue;
      const place = `${where}: line ${number}`;
      const candidate = toItem(parseDocument(line, place), fields, place);
      if (candidate !== undefined) candidates.push(candidate);
    }
  }
  return candidates;
}
