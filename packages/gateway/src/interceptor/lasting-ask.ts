import type { Wire } from '@mcp-typeahead/connect';
import { isResponse } from '@mcp-typeahead/protocol';
import type { Dialect } from '../dialect.js';
import type { Ask } from '../engine/peer.js';
import { withEnvelope } from '../envelope.js';
import type { ClientContext } from './interceptor.js';
import { createUpstreamRequests } from './upstream-requests.js';

/** Makes requests that outlive the exchange for which they are made. */
export type LastingAsk = (dialect: Dialect, context: ClientContext) => Ask;

/**
 * Asks on a wire of its own. In the modern era an exchange ends with its response, and what is read for the cache behind it would
 * end too.
 * @param open opens a view of the connection that the exchange itself shares
 */
export function createLastingAsk(open: () => Wire, nextId: () => string): LastingAsk {
  return (dialect, { headers }) =>
    async (method, params, { signal } = {}) => {
      const wire = open();
      const requests = createUpstreamRequests(wire, nextId);
      wire.onMessage((message) => {
        if (isResponse(message)) requests.take(message);
      });
      try {
        return await requests.ask(method, withEnvelope(params, dialect), { headers, signal });
      } finally {
        await wire.close();
      }
    };
}
