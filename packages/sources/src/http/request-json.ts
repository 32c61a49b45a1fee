import { parseDocument } from '../json/parse-document.js';
import { SourceError } from '../source-error.js';
import type { HttpHeaders } from './http-source-options.js';

export interface JsonRequest {
  url: URL;
  headers: HttpHeaders;
  /** For messages. */
  name: string;
  maxBytes: number;
  signal: AbortSignal;
}

export type JsonResponse =
  | { is: 'unchanged'; headers: Headers }
  | { is: 'document'; document: unknown; headers: Headers };

const maxRedirects = 5;

/**
 * Gets a JSON document. Redirects are followed within the origin: another one must not get our headers, nor choose our values.
 * @throws {SourceError} unreachable, http-status, redirected, too-large, bad-encoding, bad-format; or the reason of the signal
 */
export async function requestJson({
  url,
  headers,
  name,
  maxBytes,
  signal,
}: JsonRequest): Promise<JsonResponse> {
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(target, headers, { name, signal });
    const next = redirectOf(response, target);
    if (next === undefined) return read(response, { name, maxBytes, signal });
    await discard(response);
    if (next === 'none' || next.origin !== url.origin) {
      const message = `${name}: redirects to another origin, which is not followed; name that address itself`;
      throw new SourceError('redirected', message);
    }
    if (redirects === maxRedirects) throw new SourceError('redirected', `${name}: redirects without end`);
    target = next;
  }
}

type Surroundings = Pick<JsonRequest, 'name' | 'signal'>;

async function send(url: URL, headers: HttpHeaders, { name, signal }: Surroundings): Promise<Response> {
  try {
    return await fetch(url, { headers: toHeaders(headers), redirect: 'manual', signal });
  } catch (error) {
    throw unreachable(error, { name, signal });
  }
}

/** Set one by one: in an object, `accept` and `Accept` would both be sent. */
function toHeaders(headers: HttpHeaders): Headers {
  const all = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return all;
}

/** `none` where the redirect leads nowhere that can be gone to. */
function redirectOf({ status, headers }: Response, from: URL): URL | 'none' | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) return 'none';
  return new URL(location, from);
}

async function read(
  response: Response,
  { name, maxBytes, signal }: Surroundings & { maxBytes: number },
): Promise<JsonResponse> {
  const { status, headers } = response;
  if (status === 304) return { is: 'unchanged', headers };
  if (status !== 200) {
    await discard(response);
    throw new SourceError('http-status', `${name}: answers with HTTP ${status}`);
  }
  // The declared length is that of the compressed body: when it is too much, so is the body.
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await discard(response);
    throw tooLarge(name, maxBytes);
  }
  const text = decode(name, await readBytes(response, { name, maxBytes, signal }));
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) ? `${name} (${type.trim()})` : name;
  return { is: 'document', document: parseDocument(text, shown), headers };
}

async function readBytes(
  response: Response,
  { name, maxBytes, signal }: Surroundings & { maxBytes: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += (chunk as Uint8Array).length;
      // Leaving the loop ends the connection: the rest is not even received.
      if (length > maxBytes) throw tooLarge(name, maxBytes);
      chunks.push(chunk as Uint8Array);
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw unreachable(error, { name, signal });
  }
  return Buffer.concat(chunks, length);
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError('bad-encoding', `${name}: the answer is not UTF-8`);
  }
}

/** A body that nobody reads keeps its connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}

/** The errors of `fetch` may quote the URL, so only their code is told. */
function unreachable(error: unknown, { name, signal }: Surroundings): unknown {
  if (signal.aborted) return signal.reason;
  const { cause = error } = error as { cause?: unknown };
  const { code } = (cause ?? {}) as { code?: unknown };
  const reason = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
  return new SourceError('unreachable', `${name}: cannot be reached${reason}`);
}

function tooLarge(name: string, maxBytes: number): SourceError {
  return new SourceError('too-large', `${name}: the answer is larger than ${maxBytes} bytes`);
}
