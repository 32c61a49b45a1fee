import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Directory, Located } from '../directory.js';
import type { Access } from '../policy/access-rule.js';
import { isYes } from '../policy/access-rule.js';
import type { Principal } from '../principal.js';

/**
 * May this principal have this prompt or template? Asked for completions, and on an attached server for `prompts/get`,
 * `resources/read` and the lists; also for refs that do not exist, so that time does not tell which do. Only `true` is a yes.
 */
export type Authorize = (access: Access) => boolean | Promise<boolean>;

interface AuthorizeRequest {
  directory: Directory;
  authorize: Authorize | undefined;
  ref: CompletionRef;
  argument: string;
  principal: Principal | undefined;
}

/** Stage 4: finds what the ref means, undefined if nothing does, and whether the principal may complete it. */
export async function locateAuthorized(
  request: AuthorizeRequest,
): Promise<{ located: Located | undefined; isAllowed: boolean }> {
  const { directory, authorize, ref, argument, principal } = request;
  const located = directory.locate(ref);
  const isAllowed =
    authorize === undefined || isYes(await authorize({ ref: located?.ref ?? ref, argument, principal }));
  return { located, isAllowed };
}
