import type { JsonRpcRequest } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

/** A request of the legacy era whose effect lasts as long as the session. */
export interface Lasting {
  method: string;
  params: unknown;
}

export interface LastingRequests {
  add(request: JsonRpcRequest): void;
  /** What brings a new session into the state of the old one. */
  all(): Lasting[];
}

const methods: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** More subscriptions than this are not kept: the client hears of changes with the lists. */
const maxSubscriptions = 1_000;

export function isLasting({ method }: JsonRpcRequest): boolean {
  return methods.has(method);
}

/** Sources: MCP 2025-11-25, server/utilities/logging and server/resources, "Subscriptions". */
export function createLastingRequests(): LastingRequests {
  const subscriptions = new Map<string, Lasting>();
  let level: Lasting | undefined;

  return {
    add({ method, params }) {
      if (method === 'logging/setLevel') {
        level = { method, params };
        return;
      }
      const uri = asObject(params)?.['uri'];
      if (typeof uri !== 'string') return;
      if (method === 'resources/unsubscribe') subscriptions.delete(uri);
      else if (subscriptions.size < maxSubscriptions) subscriptions.set(uri, { method, params });
    },
    all: () => [...(level === undefined ? [] : [level]), ...subscriptions.values()],
  };
}
