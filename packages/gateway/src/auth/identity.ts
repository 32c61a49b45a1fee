import type { IncomingMessage } from 'node:http';
import type { Principal } from '@mcp-typeahead/server';
import type { Refusal } from '../fronts/http/refusal.js';

/** Who sent a request, as far as it is known. */
export interface Identity {
  /** Undefined: nobody. */
  readonly principal?: Principal;
  /** Network of the client: whose limits count where there is no principal. */
  readonly address: string;
}

/** Finds out who sent a request, before its body is read; or why it is not served. */
export type IdentifyRequest = (
  req: IncomingMessage,
) => Promise<{ identity: Identity } | { refusal: Refusal }>;

/** Who of two requests is the same: what one of them opened is the other's too. */
export function ownerOf({ principal }: Identity): string {
  return principal === undefined ? 'nobody' : `principal ${principal.id}`;
}
