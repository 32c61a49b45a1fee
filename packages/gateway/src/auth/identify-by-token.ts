import type { IncomingMessage } from 'node:http';
import { errorCodes } from '@mcp-typeahead/protocol';
import type { Refusal } from '../fronts/http/refusal.js';
import { refuse } from '../fronts/http/refusal.js';
import type { Log } from '../log.js';
import type { AuthOptions, JwtAuth } from './auth-options.js';
import { createTokenChecker, type TokenCheck } from './check-token.js';
import type { ClientAddress } from './client-address.js';
import type { IdentifyRequest } from './identity.js';
import { toChallenge, type ChallengeError } from './protected-resource.js';

export interface TokenIdentityOptions {
  jwt: JwtAuth;
  anonymous: AuthOptions['anonymous'];
  addressOf: ClientAddress;
  log: Log;
}

/**
 * Identity by bearer token, for each resource apart. A token is never repeated to an upstream: it was given to this resource.
 * Source: MCP 2026-07-28, basic/authorization, "Access Token Usage".
 */
export function createTokenIdentity(options: TokenIdentityOptions): (resource: string) => IdentifyRequest {
  const { jwt, anonymous = false, addressOf, log } = options;
  const check = createTokenChecker(jwt);

  const refuseToken = (status: 401 | 403, resource: string, error: ChallengeError): Refusal => {
    const headers = { 'WWW-Authenticate': toChallenge(jwt, resource, error) };
    return refuse(status, messages[error ?? 'missing'], { headers });
  };

  return (resource) => async (req) => {
    const address = addressOf(req);
    const given = readToken(req);
    if (given.is === 'missing') {
      if (anonymous) return { identity: { address } };
      return { refusal: refuseToken(401, resource, undefined) };
    }
    const found: TokenCheck = given.is === 'token' ? await check(given.token, resource) : { is: 'invalid' };
    if (found.is === 'unknown') {
      log.error('the keys of the authorization server cannot be had', { error: nameOf(found.error) });
      const more = { code: errorCodes.internalError, headers: { 'Retry-After': '5' } };
      return { refusal: refuse(503, 'Tokens cannot be checked at the moment', more) };
    }
    if (found.is === 'invalid') return { refusal: refuseToken(401, resource, 'invalid_token') };
    const { principal, scopes } = found;
    if ((jwt.scopes ?? []).some((scope) => !scopes.includes(scope))) {
      return { refusal: refuseToken(403, resource, 'insufficient_scope') };
    }
    return { identity: { principal, address } };
  };
}

const messages = {
  missing: 'An access token is needed; WWW-Authenticate says where to get one',
  invalid_token: 'The access token is not valid here',
  insufficient_scope: 'The access token lacks a scope that is needed',
} as const;

type Given = { is: 'missing' } | { is: 'token'; token: string } | { is: 'malformed' };

/** RFC 6750, section 2.1: in the header, and nowhere else. */
function readToken({ headersDistinct }: IncomingMessage): Given {
  const values = headersDistinct['authorization'] ?? [];
  if (values.length === 0) return { is: 'missing' };
  const match = values.length === 1 ? /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(values[0]!) : null;
  return match === null ? { is: 'malformed' } : { is: 'token', token: match[1]! };
}

/** Messages of network errors have hosts in them, which the operator knows; of tokens nothing is said. */
function nameOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? message);
}
