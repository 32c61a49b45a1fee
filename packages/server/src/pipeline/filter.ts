import type { Candidate, CandidateInput } from '@mcp-typeahead/rank';
import type { Principal } from '../principal.js';
import type { Slot } from '../slot.js';

/** May this principal see this candidate? Must be fast: it is asked for every candidate that could be shown. */
export type Visible = (candidate: Candidate, access: Slot & { principal: Principal | undefined }) => boolean;

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
    return (own?.(candidate, principal) ?? true) && (policy?.(candidate, access) ?? true);
  };
}
