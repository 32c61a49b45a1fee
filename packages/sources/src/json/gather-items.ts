import type { CandidateInput } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import type { SourceError } from '../source-error.js';
import { toItem } from './to-item.js';

export interface GatherOptions extends CandidateFields {
  /** For messages. */
  name: string;
  /** Most that are taken. */
  maxCandidates: number;
}

export interface Gathered {
  candidates: CandidateInput[];
  /** Rows of the list, those that were left out among them. */
  rows: number;
  /** Whether the list went on beyond `maxCandidates`. */
  isCut: boolean;
}

/**
 * Candidates of rows that somebody else's program has written: rows without a usable value are left out. That every row is without
 * one is a mistake in the names of the fields, and an error.
 * @throws {SourceError} bad-format, column-required, unknown-column
 */
export function gatherItems(
  list: readonly unknown[],
  { name, maxCandidates, ...fields }: GatherOptions,
): Gathered {
  const candidates: CandidateInput[] = [];
  let fault: SourceError | undefined;
  let rows = 0;
  for (const item of list) {
    if (candidates.length >= maxCandidates) break;
    rows += 1;
    try {
      const candidate = toItem(item, fields, `${name}: item ${rows}`);
      if (candidate !== undefined) candidates.push(candidate);
    } catch (error) {
      fault ??= error as SourceError;
    }
  }
  if (candidates.length === 0 && fault !== undefined) throw fault;
  return { candidates, rows, isCut: rows < list.length };
}
