import type { HttpExchange } from './http-exchange.js';
import type { Accepts } from './media-types.js';

/** A POST whose body has been read. */
export interface HttpPost {
  exchange: HttpExchange;
  accepts: Accepts;
  /** Request headers to repeat to a URL upstream. */
  headers: Record<string, string>;
}
