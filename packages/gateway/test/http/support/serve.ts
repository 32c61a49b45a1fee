import { afterEach } from 'vitest';
import type { HttpListener, HttpOptions } from '../../../src/fronts/http/index.js';
import { listenHttp } from '../../../src/fronts/http/index.js';
import { silentLog } from '../../../src/log.js';
import type { Route } from '../../../src/route.js';
import { call } from './http-client.js';
import { initialize } from './messages.js';

/** Listens until the test is over. */
export function createServe(): (
  routes: Route | Route[],
  options?: Partial<HttpOptions>,
) => Promise<HttpListener> {
  const listeners: HttpListener[] = [];
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.close()));
  });
  return async (routes, options = {}) => {
    const all = Array.isArray(routes) ? routes : [routes];
    const merged = { host: '127.0.0.1', port: 0, closeGraceMs: 0, ...options };
    const listener = await listenHttp(all, merged, { log: silentLog });
    listeners.push(listener);
    return listener;
  };
}

/** Opens a session; returns the headers of its further requests. */
export async function openSession(url: string, version = '2025-11-25'): Promise<Record<string, string>> {
  const answer = await call({ url, body: initialize(1, version) });
  const id = answer.headers['mcp-session-id'];
  if (typeof id !== 'string') throw new Error(`no session: ${answer.status} ${answer.text}`);
  const headers = { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version };
  await call({ url, headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  return headers;
}
