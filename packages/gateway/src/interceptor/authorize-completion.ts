import type { CompletionRef } from '@mcp-typeahead/protocol';
import { createDisguise, type createFixedAccess, type Principal } from '@mcp-typeahead/server';
import type { Standing } from '../engine/peer.js';
import { listsNotGiven, unknownRef } from './completion-errors.js';

interface AuthorizeCompletion {
  ref: CompletionRef;
  principal: Principal | undefined;
  access: ReturnType<typeof createFixedAccess>;
  onForbidden: () => void;
  /** Looks a ref up in the upstream's lists. */
  standingOf: (ref: CompletionRef) => Promise<Standing>;
}

/**
 * The rules of access, for whoever would answer. Where there are any, what the upstream does not list is unknown here, in the
 * same words and after the same look at its lists as what is forbidden; neither reaches the upstream.
 *
 * @throws WireError -32602; -32603 where the upstream does not give its lists
 */
export async function authorizeCompletion({
  ref,
  principal,
  access,
  onForbidden,
  standingOf,
}: AuthorizeCompletion): Promise<void> {
  const isAllowed = access(ref, principal);
  if (!isAllowed) onForbidden();
  const standing = await standingOf(isAllowed ? ref : disguised(ref));
  if (standing.is === 'unreadable') throw listsNotGiven();
  const isListed = standing.is === 'listed' || standing.is === 'plain-resource';
  const listed = standing.is === 'listed' ? standing.ref : ref;
  if (!isAllowed || !isListed || !access(listed, principal)) throw unknownRef(ref);
}

/** Named as nothing is: the lists are looked at as they are for what is not in them. */
function disguised(ref: CompletionRef): CompletionRef {
  const disguise = createDisguise();
  return ref.type === 'ref/prompt'
    ? { type: ref.type, name: disguise.of(ref.name) }
    : { type: ref.type, uri: disguise.of(ref.uri) };
}
