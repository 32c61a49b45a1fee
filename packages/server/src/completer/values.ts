import type { CandidateInput } from '@mcp-typeahead/rank';
import { toAnswer } from './answer.js';
import type { Completer } from './completer.js';
import { makeCompleter } from './completer.js';
import type { CompleterOptions } from './completer-options.js';

/** A list that does not change while the process runs. Read once, here. */
export function values(candidates: readonly CandidateInput[], options: CompleterOptions = {}): Completer {
  const answer = Array.isArray(candidates) ? toAnswer(candidates) : undefined;
  const list = answer?.candidates ?? [];
  return makeCompleter({ kind: 'list', load: () => list }, options, {
    constant: answer,
    defect:
      answer === undefined || answer.dropped > 0
        ? 'values(...) takes an array of strings or of candidates with a value'
        : undefined,
  });
}
