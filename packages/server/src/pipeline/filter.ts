import type { Candidate, CandidateInput } from '@mcp-typeahead/rank';
import type { Completer } from '../completer/completer.js';
import { CompletionsError } from '../completions-error.js';
import type { Principal } from '../principal.js';
import type { Slot } from '../slot.js';

/**
 * May this principal see this candidate? Anything but `true` hides it. Must be fast, and answer at once: it is asked for every
 * candidate that could be shown.
 */
export type Visible = (candidate: Candidate, access: Slot & { principal: Principal | undefined }) => boolean;

/** Whether a completer must stay silent, because the values have to be chosen by who asks and it cannot do that. */
export function isWithheld(
  { constant, options }: Completer,
  principal: Principal | undefined,
  { isPerCaller, visible }: { isPerCaller: boolean; visible: Visible | undefined },
): boolean {
  if (!isPerCaller) return false;
  if (principal === undefined) return true;
  const isSame = constant !== undefined || (options.cache !== false && options.cache.shared);
  return isSame && options.visible === undefined && visible === undefined;
}

interface FilterRequest {
  slot: Slot;
  principal: Principal | undefined;
  /** Rule for all completers. */
  policy: Visible | undefined;
  /** Rule of this completer. */
  own: ((candidate: Candidate, principal: Principal | undefined) => boolean) | undefined;
}

/** Stage 6: what ranking may consider at all, so that nothing invisible is counted. Undefined: everything. */
export function visibleTo({
  slot,
  principal,
  policy,
  own,
}: FilterRequest): ((candidate: CandidateInput) => boolean) | undefined {
  if (policy === undefined && own === undefined) return undefined;
  const access = { ...slot, principal };
  return (input) => {
    const candidate = typeof input === 'string' ? { value: input } : input;
    return (
      (own === undefined || isTrue(own(candidate, principal))) &&
      (policy === undefined || isTrue(policy(candidate, access)))
    );
  };
}

/** A rule that forgets to answer hides; one that answers later is a mistake, which would hide everything without a word. */
function isTrue(answer: unknown): boolean {
  if (!(answer instanceof Promise)) return answer === true;
  answer.catch(() => undefined);
  throw new CompletionsError('invalid-option', 'visible must return true or false, not a promise of it');
}
