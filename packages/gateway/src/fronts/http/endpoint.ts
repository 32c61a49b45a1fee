import { errorCodes, eraOf } from '@mcp-typeahead/protocol';
import type { Identity, IdentifyRequest } from '../../auth/identity.js';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import { classify } from './classify.js';
import { forwardHeaders } from './forward-headers.js';
import type { HttpExchange } from './http-exchange.js';
import { sendRefusal } from './http-exchange.js';
import type { HttpPost } from './http-post.js';
import { createLegacyEndpoint } from './legacy-endpoint.js';
import { isJsonContent, readAccept } from './media-types.js';
import { createModernEndpoint } from './modern-endpoint.js';
import { readBody } from './read-body.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';

export const endpointMethods = 'GET, POST, DELETE, OPTIONS';

/** One upstream at its address, in both eras. */
export interface Endpoint {
  handle(exchange: HttpExchange): Promise<void>;
  /** Takes no new work from now on. */
  beginClosing(): void;
  /** Ends what is open. */
  close(): Promise<void>;
}

export interface EndpointOptions {
  route: Route;
  options: ResolvedHttpOptions;
  /** Names of headers to repeat to the upstream. */
  forwarded: readonly string[];
  /** Headers that no upstream gets. */
  ownHeaders: ReadonlySet<string>;
  identify: IdentifyRequest;
  log: Log;
}

export function createEndpoint(endpointOptions: EndpointOptions): Endpoint {
  const { route, options, identify, log } = endpointOptions;
  const legacy = createLegacyEndpoint(route, options, log);
  const modern = createModernEndpoint(route, options, log);
  let isClosing = false;

  const post = async (exchange: HttpExchange, identity: Identity): Promise<void> => {
    const read = await readPost(exchange, identity, endpointOptions);
    if (read === undefined) return;
    if ('refusal' in read) return sendRefusal(exchange, read.refusal);
    if (isClosing) return sendRefusal(exchange, closing());
    const version = exchange.req.headers['mcp-protocol-version'];
    const inbound = classify(
      read.text,
      typeof version === 'string' ? version : undefined,
      options.maxBodyDepth,
    );
    switch (inbound.kind) {
      case 'refused':
        return sendRefusal(exchange, inbound.refusal);
      case 'initialize':
        return legacy.initialize(inbound.message, read.post);
      case 'legacy':
        return legacy.post(inbound.messages, inbound.isBatch, read.post);
      case 'modern':
        return modern.post(inbound.message, read.post);
    }
  };

  return {
    async handle(exchange) {
      const { method } = exchange.req;
      if (isClosing) return sendRefusal(exchange, closing());
      // Before the body, before a session is looked for, and without any trace of who was refused.
      const identified = await identify(exchange.req);
      if ('refusal' in identified) return sendRefusal(exchange, identified.refusal);
      const { identity } = identified;
      if (method === 'POST') return post(exchange, identity);
      const isSession = exchange.req.headers['mcp-session-id'] !== undefined;
      const version = exchange.req.headers['mcp-protocol-version'];
      const isModern = typeof version === 'string' && eraOf(version) === 'modern';
      if ((method === 'GET' || method === 'DELETE') && (isSession || !isModern)) {
        return method === 'GET' ? legacy.get(exchange, identity) : legacy.delete(exchange, identity);
      }
      const headers = { Allow: isModern ? 'POST, OPTIONS' : endpointMethods };
      return sendRefusal(exchange, refuse(405, 'This method is not allowed here', { headers }));
    },
    beginClosing() {
      isClosing = true;
    },
    async close() {
      await Promise.all([legacy.close(), modern.close()]);
    },
  };
}

function closing(): Refusal {
  const headers = { Connection: 'close', 'Retry-After': '1' };
  return refuse(503, 'The gateway is closing', { code: errorCodes.internalError, headers });
}

/** Checks what can be checked before the body, then reads it. Undefined if the client left meanwhile. */
async function readPost(
  exchange: HttpExchange,
  identity: Identity,
  { forwarded, ownHeaders }: EndpointOptions,
): Promise<{ text: string; post: HttpPost } | { refusal: Refusal } | undefined> {
  const { headers } = exchange.req;
  if (!isJsonContent(headers['content-type'])) {
    return { refusal: refuse(415, 'Content-Type must be application/json') };
  }
  const accepts = readAccept(headers.accept);
  if (!accepts.json && !accepts.sse) {
    return { refusal: refuse(406, 'Accept must allow application/json or text/event-stream') };
  }
  const forward = forwardHeaders(exchange.req, forwarded, ownHeaders);
  if ('refusal' in forward) return forward;
  const body = await readBody(exchange);
  if ('isGone' in body) return undefined;
  if ('refusal' in body) return body;
  return { text: body.text, post: { exchange, accepts, context: { ...identity, headers: forward.headers } } };
}
