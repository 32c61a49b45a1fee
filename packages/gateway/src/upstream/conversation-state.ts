import {
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { cancelledId } from './cancelled-notification.js';

/** What a successor has to be told before it can take over. */
export interface Replay {
  /** The client's own params of `initialize`. */
  params: unknown;
  /** Whether the client has sent `notifications/initialized`. */
  initialized: boolean;
}

/** Follows the messages of one conversation, to know what is open when its upstream ends. */
export interface ConversationState {
  /** Undefined before `initialize` was answered, and in the modern era. */
  readonly replay: Replay | undefined;
  /** Returns false for an answer to a question of an upstream that has ended: nobody waits for it. */
  fromClient(message: JsonRpcMessage): boolean;
  fromUpstream(message: JsonRpcMessage): void;
  /** This request has its answer. False if it had one before, or was cancelled. */
  settle(id: RequestId): boolean;
  /** The upstream ended. Returns what will never be answered, and forgets it. */
  interrupt(): { clientRequests: RequestId[]; upstreamRequests: RequestId[] };
}

export function createConversationState(): ConversationState {
  const clientRequests = new Set<RequestId>();
  const upstreamRequests = new Set<RequestId>();
  const orphans = new Set<RequestId>();
  let initializing: { id: RequestId; params: unknown } | undefined;
  let replay: Replay | undefined;

  return {
    get replay() {
      return replay;
    },
    fromClient(message) {
      if (isResponse(message)) {
        if (message.id === null) return true;
        upstreamRequests.delete(message.id);
        return !orphans.delete(message.id);
      }
      if (isRequest(message)) {
        clientRequests.add(message.id);
        if (message.method === 'initialize') initializing = { id: message.id, params: message.params };
      } else if (message.method === 'notifications/initialized') {
        if (replay !== undefined) replay = { ...replay, initialized: true };
      } else if (message.method === 'notifications/cancelled') {
        const id = cancelledId(message.params);
        if (id !== undefined) clientRequests.delete(id);
      }
      return true;
    },
    fromUpstream(message) {
      if (isRequest(message)) {
        orphans.delete(message.id);
        upstreamRequests.add(message.id);
        return;
      }
      if (!isResponse(message)) {
        const id = message.method === 'notifications/cancelled' ? cancelledId(message.params) : undefined;
        if (id !== undefined) upstreamRequests.delete(id);
        return;
      }
      if (message.id === null) return;
      clientRequests.delete(message.id);
      if (initializing?.id !== message.id) return;
      if (!isErrorResponse(message)) replay = { params: initializing.params, initialized: false };
      initializing = undefined;
    },
    settle: (id) => clientRequests.delete(id),
    interrupt() {
      const open = { clientRequests: [...clientRequests], upstreamRequests: [...upstreamRequests] };
      clientRequests.clear();
      upstreamRequests.clear();
      for (const id of open.upstreamRequests) orphans.add(id);
      initializing = undefined;
      return open;
    },
  };
}
