import {
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { parseMessages } from '../parse-messages.js';
import { followStream } from './follow-stream.js';
import type { HttpResponse } from './http-client.js';
import { mediaType, readBody } from './read-body.js';

/** One POST and what comes back for it. */
export interface Exchange {
  /** Undefined for a notification or a response: nothing is to come back. */
  readonly id: RequestId | undefined;
  /** The caller's, for this message alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly abort: AbortController;
  /** By the caller: nothing more is delivered. */
  isAbandoned: boolean;
  /** Its headers were refused once, and the message was sent again. */
  isRetried: boolean;
}

export interface ReplyContext {
  maxMessageBytes: number;
  deliver: (message: JsonRpcMessage) => void;
  /** Gets what is not JSON-RPC. */
  onJunk: (text: string) => void;
  /** Opens an interrupted event stream again; absent in the modern era, where streams end for good. */
  resume: ((lastEventId: string | undefined) => Promise<HttpResponse | undefined>) | undefined;
}

const maxResumptions = 5;

export function createExchange(message: JsonRpcMessage, headers: Readonly<Record<string, string>>): Exchange {
  return {
    id: isRequest(message) ? message.id : undefined,
    headers,
    abort: new AbortController(),
    isAbandoned: false,
    isRetried: false,
  };
}

/**
 * Delivers what an HTTP response brings, whatever its status. Does not reject.
 *
 * @returns what went wrong where the request did not get its response; else undefined
 */
export async function readReply(
  exchange: Exchange,
  response: HttpResponse,
  context: ReplyContext,
): Promise<string | undefined> {
  const { id } = exchange;
  if (id === undefined) {
    await response.body.dump().catch(() => {});
    return undefined;
  }
  let isAnswered = false;
  const take = (text: string): void => {
    const { messages, hasJunk } = parseMessages(text);
    if (hasJunk) context.onJunk(text);
    for (const message of messages) {
      if (exchange.isAbandoned) return;
      const own = addressed(message, id);
      if (isResponse(own) && own.id === id) isAnswered = true;
      context.deliver(own);
    }
  };
  const reason =
    mediaType(response) === 'text/event-stream'
      ? await takeStream(exchange, response, { ...context, take, isAnswered: () => isAnswered })
      : await takeBody(response, { ...context, take });
  return isAnswered || exchange.isAbandoned ? undefined : reason;
}

/** An error without an id is about the only request that it can be about: the one of this exchange. */
function addressed(message: JsonRpcMessage, id: RequestId): JsonRpcMessage {
  return isErrorResponse(message) && (message.id ?? null) === null ? { ...message, id } : message;
}

/** Returns what to say where the response was not among it. */
async function takeStream(
  exchange: Exchange,
  response: HttpResponse,
  context: ReplyContext & { take: (text: string) => void; isAnswered: () => boolean },
): Promise<string> {
  const { resume } = context;
  const end = await followStream({
    first: response,
    connect: resume ?? (() => Promise.resolve(undefined)),
    onData: context.take,
    isOver: () => resume === undefined || context.isAnswered() || exchange.isAbandoned,
    needsEventId: true,
    maxFailures: maxResumptions,
    maxLength: context.maxMessageBytes,
    signal: exchange.abort.signal,
  });
  return end === 'too-large'
    ? `The server sent a message of more than ${context.maxMessageBytes} bytes.`
    : 'The event stream ended before the response came.';
}

async function takeBody(
  response: HttpResponse,
  context: ReplyContext & { take: (text: string) => void },
): Promise<string> {
  const status = `HTTP ${response.statusCode}`;
  try {
    const text = await readBody(response, context.maxMessageBytes);
    if (text === undefined) return `The server sent a message of more than ${context.maxMessageBytes} bytes.`;
    if (text.trim() !== '') context.take(text);
    return `The server answered ${status} without a JSON-RPC response.`;
  } catch {
    return `The connection broke while the response came (${status}).`;
  }
}
