import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { modernMeta, protocolVersions } from './json-rpc.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly json: () => any;
}

export interface RawRequest {
  readonly method?: string;
  /** `undefined` leaves a default header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** One HTTP exchange with exactly these headers, `Host` included. */
export async function rawRequest(
  url: string,
  { method = 'POST', headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const wanted = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: sent }, (response) => {
      void text(response).then((answer) => {
        const data = /^data: ?(.*)$/m.exec(answer)?.[1];
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: answer,
          json: () => JSON.parse(data ?? answer) as unknown,
        });
      }, reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** A request of the modern era with all that it must carry, apart from what a test changes. */
export function modernRequest(
  method: string,
  params: object = {},
  change: { headers?: Record<string, string | undefined>; meta?: object | null; id?: number | string } = {},
): RawRequest {
  const meta = change.meta === undefined ? modernMeta() : change.meta;
  return {
    headers: { 'mcp-protocol-version': protocolVersions.modern, 'mcp-method': method, ...change.headers },
    body: { jsonrpc: '2.0', id: change.id ?? 1, method, params: { ...params, ...(meta && { _meta: meta }) } },
  };
}
