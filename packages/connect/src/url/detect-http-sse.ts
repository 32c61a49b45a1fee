import type { HttpClient } from './http-client.js';
import { mediaType } from './read-body.js';
import { readEvents } from './read-events.js';

const limitMs = 3_000;

/**
 * Asks whether a URL that refused a POST speaks the transport of 2024-11-05: there a GET opens a stream whose
 * first event is `endpoint`.
 *
 * Source: MCP 2025-11-25, basic/transports, "Backwards Compatibility".
 */
export async function detectHttpSse(
  client: HttpClient,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const done = new AbortController();
  let isHttpSse = false;
  try {
    const response = await client.request({
      method: 'GET',
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, done.signal, AbortSignal.timeout(limitMs)]),
    });
    if (response.statusCode === 200 && mediaType(response) === 'text/event-stream') {
      await readEvents(response, {
        maxLength: 64 * 1024,
        onEvent: ({ event }) => {
          isHttpSse = event === 'endpoint';
          done.abort();
        },
      });
    } else {
      await response.body.dump();
    }
  } catch {
    // No answer in time, or none at all: not that transport as far as one can see.
  }
  return isHttpSse;
}
