import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { HttpResponse } from './http-client.js';

export interface ReadEventsOptions {
  /** An event with more characters than this cuts the stream. */
  maxLength: number;
  onEvent: (event: EventSourceMessage) => void;
  /** The server's wish for the pause before a reconnection. */
  onRetry?: (ms: number) => void;
}

/** Reads an event stream until it ends, or its connection breaks, or an event is too large. Does not reject. */
export async function readEvents(
  response: HttpResponse,
  options: ReadEventsOptions,
): Promise<'ended' | 'broken' | 'too-large'> {
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: options.maxLength,
    onEvent: options.onEvent,
    ...(options.onRetry === undefined ? {} : { onRetry: options.onRetry }),
    onError: (error) => {
      // Unknown fields are to be ignored (HTML, server-sent events).
      if (error.type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
  });
  // Also takes care of a byte order mark and of characters that lie across chunks.
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      // Leaving the loop destroys the stream.
      if (isTooLarge) return 'too-large';
    }
    return 'ended';
  } catch {
    return 'broken';
  }
}
