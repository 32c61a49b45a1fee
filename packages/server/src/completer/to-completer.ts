import type { CandidateInput } from '@mcp-typeahead/rank';
import { CompletionsError } from '../completions-error.js';
import type { Completer } from './completer.js';
import { isCompleter } from './completer.js';
import { values } from './values.js';

/**
 * The completer that an input stands for.
 * @param where what it is for, in words, for the error
 * @throws CompletionsError `invalid-completer`
 */
export function toCompleter(input: unknown, where: string): Completer {
  const found = Array.isArray(input) ? values(input as readonly CandidateInput[]) : input;
  const defect = isCompleter(found)
    ? found.defect
    : `expected a completer or an array, got ${describeInput(input)}`;
  if (defect !== undefined) throw new CompletionsError('invalid-completer', `${where}: ${defect}`);
  return found as Completer;
}

function describeInput(input: unknown): string {
  if (typeof input === 'function') return 'a function: wrap it in lookup(...)';
  return input === null ? 'null' : typeof input;
}
