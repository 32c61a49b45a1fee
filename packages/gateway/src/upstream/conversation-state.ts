import {
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { cancelledBy } from './cancelled-notification.js';
import { createLastingRequests, isLasting, type Lasting } from './lasting-requests.js';

/** What a successor has to be told before it can take over. */
export interface Replay {
  /** The client's own params of `initialize`. */
  params: unknown;
  /** Whether the client has sent `notifications/initialized`. */
  initialized: boolean;
  /** What the client has set up since. */
  lasting: readonly Lasting[];
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
  /** Requests whose success will have to be repeated. */
  const consequential = new Map<RequestId, JsonRpcRequest>();
  const lasting = createLastingRequests();
  let handshake: { params: unknown; initialized: boolean } | undefined;

  const takeRequest = (message: JsonRpcRequest): void => {
    clientRequests.add(message.id);
    if (message.method === 'initialize' || isLasting(message)) consequential.set(message.id, message);
  };

  const takeAnswer = (id: RequestId, isError: boolean): void => {
    clientRequests.delete(id);
    const request = consequential.get(id);
    consequential.delete(id);
    if (request === undefined || isError) return;
    if (request.method === 'initialize') handshake = { params: request.params, initialized: false };
    else lasting.add(request);
  };

  return {
    get replay() {
      return handshake === undefined ? undefined : { ...handshake, lasting: lasting.all() };
    },
    fromClient(message) {
      if (isResponse(message)) {
        if (message.id === null) return true;
        upstreamRequests.delete(message.id);
        return !orphans.delete(message.id);
      }
      if (isRequest(message)) {
        takeRequest(message);
      } else if (message.method === 'notifications/initialized') {
        if (handshake !== undefined) handshake.initialized = true;
      } else {
        const id = cancelledBy(message);
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
        const id = cancelledBy(message);
        if (id !== undefined) upstreamRequests.delete(id);
        return;
      }
      if (message.id !== null) takeAnswer(message.id, isErrorResponse(message));
    },
    settle: (id) => clientRequests.delete(id),
    interrupt() {
      const open = { clientRequests: [...clientRequests], upstreamRequests: [...upstreamRequests] };
      clientRequests.clear();
      upstreamRequests.clear();
      consequential.clear();
      for (const id of open.upstreamRequests) orphans.add(id);
      return open;
    },
  };
}
