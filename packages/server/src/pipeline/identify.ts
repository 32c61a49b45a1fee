import type { Era } from '@mcp-typeahead/protocol';
import type { Principal } from '../principal.js';

/** Authentication as an SDK reports it, after it has checked the token. */
export interface AuthInfo {
  clientId?: string | undefined;
  scopes?: readonly string[] | undefined;
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/** What is known of the sender of a request. */
export interface Caller {
  /** `local`: a child process speaks to its parent. */
  transport: 'local' | 'http';
  era: Era;
  authInfo?: AuthInfo | undefined;
  sessionId?: string | undefined;
  /** Where the request came from: whose limits count where nobody is known. An IPv6 address stands for its network. */
  address?: string | undefined;
}

/** Undefined: anonymous. Anonymous callers share caches; their limits and budgets are those of their address. */
export type Identify = (caller: Caller) => Principal | undefined | Promise<Principal | undefined>;

/**
 * Stage 2 by default: the subject of the checked token (`authInfo.extra.sub`), else its client, with scopes and extras as
 * claims, never the token itself; without authentication the local user over stdio, and nobody over HTTP.
 */
export const identifyCaller: Identify = ({ transport, authInfo }) => {
  if (authInfo === undefined) return transport === 'local' ? { id: 'local' } : undefined;
  const { clientId, scopes, extra } = authInfo;
  const subject = typeof extra?.['sub'] === 'string' ? extra['sub'] : undefined;
  const id = subject === undefined ? `client:${clientId ?? ''}` : `user:${subject}`;
  return { id, claims: { ...extra, clientId, scopes: scopes ?? [] } };
};
