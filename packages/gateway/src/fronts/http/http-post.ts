import type { Identity } from '../../auth/identity.js';
import type { HttpExchange } from './http-exchange.js';
import type { Accepts } from './media-types.js';

/** A POST whose body has been read. */
export interface HttpPost {
  exchange: HttpExchange;
  accepts: Accepts;
  /** Who asks, and the request headers to repeat to a URL upstream. */
  context: Identity & { headers: Record<string, string> };
}
