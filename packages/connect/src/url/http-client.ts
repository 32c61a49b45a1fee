import type { Agent, Dispatcher, request } from 'undici';

export type HttpResponse = Dispatcher.ResponseData;
type HttpMethod = 'GET' | 'POST' | 'DELETE';

interface HttpRequest {
  method: HttpMethod;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Requests to one URL over kept connections. A redirect is followed within the URL's origin only. */
export interface HttpClient {
  request(options: HttpRequest): Promise<HttpResponse>;
  /** Cuts what is still open. */
  destroy(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const maxRedirects = 5;

export function createHttpClient(url: URL): HttpClient {
  let opened: Promise<Opened> | undefined;
  return {
    async request(options) {
      opened ??= openAgent();
      const { agent, request } = await opened;
      let target = url;
      for (let followed = 0; ; followed += 1) {
        const { method, headers, body, signal } = options;
        const response = await request(target, {
          dispatcher: agent,
          method,
          headers,
          signal,
          ...(body === undefined ? {} : { body }),
        });
        const next = redirectTarget(target, method, response);
        if (next === undefined || followed === maxRedirects) return response;
        await response.body.dump();
        target = next;
      }
    },
    async destroy() {
      await (await opened)?.agent.destroy();
    },
  };
}

interface Opened {
  agent: Agent;
  request: typeof request;
}

/** Imported when first needed: it takes most of the time and memory of a start, and a child process needs none of it. */
async function openAgent(): Promise<Opened> {
  const undici = await import('undici');
  // A response may take hours (a tool), and an event stream may be silent for as long: no time-outs here.
  const agent = new undici.Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs },
  });
  return { agent, request: undici.request };
}

/** Where to go on: only where method and body are kept, and credentials stay with the origin they are for. */
function redirectTarget(from: URL, method: HttpMethod, response: HttpResponse): URL | undefined {
  const to = redirectLocation(from, response);
  if (to === undefined || to.origin !== from.origin) return undefined;
  const keepsMethod = method === 'GET' || response.statusCode === 307 || response.statusCode === 308;
  return keepsMethod ? to : undefined;
}

/** Where a redirect points to; undefined for any other response. */
export function redirectLocation(from: URL, response: HttpResponse): URL | undefined {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.statusCode) || typeof location !== 'string') {
    return undefined;
  }
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}
