import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { parseMessages } from '../parse-messages.js';
import { followStream } from './follow-stream.js';
import type { HttpResponse } from './http-client.js';
import { mediaType } from './read-body.js';

export interface ListenOptions {
  get: (lastEventId: string | undefined) => Promise<HttpResponse>;
  deliver: (message: JsonRpcMessage) => void;
  /** Gets what is not JSON-RPC. */
  onJunk: (text: string) => void;
  /** The stream was there and the server now says 404: it has forgotten the session. */
  onGone: () => void;
  maxMessageBytes: number;
  signal: AbortSignal;
}

/**
 * The stream of a legacy session for what the server has to say unasked. Many servers have none; one that has
 * it gets it for as long as the session lives, across restarts of either side's network.
 */
export async function listen(options: ListenOptions): Promise<void> {
  let hasStream = false;
  await followStream({
    connect: async (lastEventId) => {
      const response = await options.get(lastEventId);
      const { statusCode } = response;
      if (statusCode === 200 && mediaType(response) === 'text/event-stream') {
        hasStream = true;
        return response;
      }
      await response.body.dump();
      if (statusCode === 404 && hasStream) options.onGone();
      // A proxy says 502 to 504 while the server behind it starts again.
      if (statusCode > 501 && hasStream) throw new Error(`HTTP ${statusCode}`);
      return undefined;
    },
    onData: (data) => {
      const { messages, hasJunk } = parseMessages(data);
      if (hasJunk) options.onJunk(data);
      for (const message of messages) options.deliver(message);
    },
    isOver: () => false,
    needsEventId: false,
    maxFailures: Infinity,
    maxLength: options.maxMessageBytes,
    signal: options.signal,
  });
}
