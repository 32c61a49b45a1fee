import type { Era } from '@mcp-typeahead/protocol';
import type { AuthInfo, Caller } from '../pipeline/identify.js';
import { member } from '../schema/inner-schemas.js';

export interface RequestContext {
  era: Era;
  caller: Caller;
  signal: AbortSignal | undefined;
  /** Undefined in v1, which does not tell. */
  id: unknown;
}

/** What a handler's second argument tells: `ctx` of SDK v2, `extra` of v1. */
export function readContext(context: unknown): RequestContext {
  const request = member(context, 'mcpReq');
  const http = member(context, 'http');
  const authInfo = member(http, 'authInfo') ?? member(context, 'authInfo');
  const sessionId = member(context, 'sessionId');
  // The envelope (`_meta` with the protocol version) exists in the modern era only, and is required there.
  const era: Era = member(request, 'envelope') === undefined ? 'legacy' : 'modern';
  const isHttp = [http, member(context, 'requestInfo'), sessionId, authInfo].some(
    (part) => part !== undefined,
  );
  const signal = member(request, 'signal') ?? member(context, 'signal');
  return {
    era,
    caller: {
      transport: isHttp ? 'http' : 'local',
      era,
      authInfo: authInfo as AuthInfo | undefined,
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
    },
    signal: signal instanceof AbortSignal ? signal : undefined,
    id: member(request, 'id') ?? member(context, 'requestId'),
  };
}
