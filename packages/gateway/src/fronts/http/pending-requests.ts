import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '@mcp-typeahead/protocol';
import { asObject, metaOf } from '../../json-object.js';
import { idKey } from './message-shape.js';
import type { Reply } from './reply.js';

export interface PendingRequest {
  readonly request: JsonRpcRequest;
  /** Where its response goes. */
  readonly reply: Reply;
}

/** The requests of one client that wait for their responses, in the order in which they came. */
export interface PendingRequests {
  readonly size: number;
  add(entry: PendingRequest): void;
  get(id: RequestId): PendingRequest | undefined;
  /** Removes and returns the request of this id. */
  take(id: RequestId | null): PendingRequest | undefined;
  /** Removes and returns the only request; undefined where there are several. */
  takeOnly(): PendingRequest | undefined;
  /** Removes and returns the requests that wait for this reply. */
  takeAll(reply: Reply): readonly PendingRequest[];
  /** Removes and returns everything. */
  clear(): readonly PendingRequest[];
  /** Replies that can carry other messages, the newest last. */
  streaming(): readonly Reply[];
  /** The reply to the request that asked for this progress. */
  replyTo(progress: JsonRpcNotification | JsonRpcRequest): Reply | undefined;
}

export function createPendingRequests(): PendingRequests {
  const entries = new Map<string, PendingRequest>();
  const takeWhere = (matches: (entry: PendingRequest) => boolean): PendingRequest[] => {
    const taken = [...entries].filter(([, entry]) => matches(entry));
    for (const [key] of taken) entries.delete(key);
    return taken.map(([, entry]) => entry);
  };
  return {
    get size() {
      return entries.size;
    },
    add: (entry) => void entries.set(idKey(entry.request.id), entry),
    get: (id) => entries.get(idKey(id)),
    take(id) {
      if (id === null) return undefined;
      const entry = entries.get(idKey(id));
      entries.delete(idKey(id));
      return entry;
    },
    takeOnly: () => (entries.size === 1 ? takeWhere(() => true)[0] : undefined),
    takeAll: (reply) => takeWhere((entry) => entry.reply === reply),
    clear: () => takeWhere(() => true),
    streaming() {
      const replies = new Set([...entries.values()].map(({ reply }) => reply));
      return [...replies].filter((reply) => reply.canStream);
    },
    replyTo(progress) {
      if (progress.method !== 'notifications/progress') return undefined;
      const token = asObject(progress.params)?.['progressToken'];
      if (token === undefined) return undefined;
      for (const { request, reply } of entries.values()) {
        if (metaOf(request.params)?.['progressToken'] === token) return reply;
      }
      return undefined;
    },
  };
}
