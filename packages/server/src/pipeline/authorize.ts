import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Directory, Located } from '../directory.js';
import type { Principal } from '../principal.js';
import { unknownRef } from '../wire-errors.js';

/**
 * May this principal complete this prompt or template? Use the rule that `prompts/get` and `resources/read` use. Also asked
 * for refs that do not exist, so that time does not tell which do.
 */
export type Authorize = (access: {
  ref: CompletionRef;
  argument: string;
  principal: Principal | undefined;
}) => boolean | Promise<boolean>;

interface AuthorizeRequest {
  directory: Directory;
  authorize: Authorize | undefined;
  ref: CompletionRef;
  argument: string;
  principal: Principal | undefined;
}

/**
 * Stage 4: finds what the ref means; undefined if nothing does. Forbidden is answered as unknown is.
 * @throws WireError -32602 where the principal may not complete it
 */
export async function locateAuthorized(request: AuthorizeRequest): Promise<Located | undefined> {
  const { directory, authorize, ref, argument, principal } = request;
  const located = directory.locate(ref);
  const isAllowed =
    authorize === undefined || (await authorize({ ref: located?.ref ?? ref, argument, principal }));
  if (!isAllowed) throw unknownRef(ref);
  return located;
}
