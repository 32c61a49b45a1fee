import type { WireClosed } from '@mcp-typeahead/connect';
import type { JsonRpcMessage, JsonRpcRequest, RequestId } from '@mcp-typeahead/protocol';
import { isRequest } from '@mcp-typeahead/protocol';
import type { Interceptor } from '../../../src/interceptor/interceptor.js';
import type { Route } from '../../../src/route.js';

/** The upstream's end of one conversation, in the hands of a test. */
export interface Conversation {
  readonly era: 'session' | 'exchange';
  readonly received: JsonRpcMessage[];
  readonly headers: Record<string, string>[];
  readonly abandoned: RequestId[];
  isClosed: boolean;
  send(message: JsonRpcMessage, inReplyTo?: RequestId): void;
  result(id: RequestId, result: unknown): void;
  error(id: RequestId, code: number, message?: string): void;
  /** The upstream ends for good. */
  end(): void;
}

export type Answer = (request: JsonRpcRequest, conversation: Conversation) => void;

export interface ScriptedRoute extends Route {
  readonly conversations: Conversation[];
  readonly last: Conversation;
}

export interface ScriptedRouteOptions {
  name?: string;
  kind?: 'child' | 'url';
  isModern?: boolean;
  /** Does not answer handshakes and completions either. */
  isSilent?: boolean;
  answer?: Answer;
}

/** A route whose upstream does what a test says. The front sees nothing but the interface `Route`. */
export function scriptedRoute(options: ScriptedRouteOptions = {}): ScriptedRoute {
  const { name, kind = 'child', isModern = true, isSilent = false, answer = () => {} } = options;
  const conversations: Conversation[] = [];
  const open =
    (era: Conversation['era']): Route['openSession'] =>
    (toClient) => {
      let settle: ((closed: WireClosed) => void) | undefined;
      const closed = new Promise<WireClosed>((resolve) => {
        settle = resolve;
      });
      const conversation: Conversation = {
        era,
        received: [],
        headers: [],
        abandoned: [],
        isClosed: false,
        send(message, inReplyTo) {
          toClient(message, inReplyTo === undefined ? {} : { inReplyTo });
        },
        result: (id, result) => conversation.send({ jsonrpc: '2.0', id, result }),
        error: (id, code, message = 'no') =>
          conversation.send({ jsonrpc: '2.0', id, error: { code, message } }),
        end: () => settle?.({ code: 'exited', message: 'The server ended.' }),
      };
      conversations.push(conversation);
      const interceptor: Interceptor = {
        fromClient(message, context) {
          conversation.received.push(message);
          conversation.headers.push(context?.headers ?? {});
          if (isRequest(message) && !isSilent) queueMicrotask(() => usual(message, conversation, answer));
        },
        abandon: (id) => void conversation.abandoned.push(id),
        async close() {
          conversation.isClosed = true;
          settle?.({ code: 'closed', message: 'The connection was closed.' });
        },
        closed,
        flow: {},
      };
      return interceptor;
    };
  return {
    name,
    upstream: {
      kind,
      nextId: unused,
      isModern: async () => isModern,
      openSession: unused,
      openExchange: unused,
      generation: () => 0,
      close: async () => {},
    },
    openSession: open('session'),
    openExchange: open('exchange'),
    conversations,
    get last() {
      return conversations.at(-1)!;
    },
  };
}

/** Handshakes and completions go as they always do; the rest is the test's. */
function usual(request: JsonRpcRequest, conversation: Conversation, answer: Answer): void {
  const capabilities = { completions: {} };
  const serverInfo = { name: 'scripted', version: '1.0.0' };
  if (request.method === 'initialize') {
    const { protocolVersion } = (request.params ?? {}) as { protocolVersion: string };
    if (protocolVersion === 'refused') conversation.error(request.id, -32602);
    else conversation.result(request.id, { protocolVersion, capabilities, serverInfo });
  } else if (request.method === 'completion/complete' && valueOf(request) !== 'slow') {
    conversation.result(request.id, { completion: { values: ['P0', 'P1'] } });
  } else answer(request, conversation);
}

function valueOf({ params }: JsonRpcRequest): string | undefined {
  // Any input comes here, also a request without parameters.
  return (params as { argument?: { value?: string } | null } | null | undefined)?.argument?.value;
}

function unused(): never {
  throw new Error('fronts use the route');
}
