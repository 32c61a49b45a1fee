import type { HttpResponse } from './http-client.js';

/** The whole body as text; undefined, with the connection cut, where it has more than `maxBytes`. */
export async function readBody(response: HttpResponse, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

/** `text/event-stream` of `text/event-stream; charset=utf-8`; empty where there is none. */
export function mediaType(response: HttpResponse): string {
  const value = response.headers['content-type'];
  const first = Array.isArray(value) ? value[0] : value;
  return (first ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
