import type { Interceptor, InterceptorOptions } from './interceptor/interceptor.js';
import type { Upstream } from './upstream/upstream.js';

type ToClient = InterceptorOptions['toClient'];

/** One upstream as a front sees it: a maker of conversations. */
export interface Route {
  /** The last part of its address `/mcp/<name>`; undefined for the only upstream, at `/mcp`. */
  readonly name: string | undefined;
  readonly upstream: Upstream;
  /** Legacy era: a conversation over a connection of its own, for as long as the client stays. */
  openSession(toClient: ToClient): Interceptor;
  /** Modern era over HTTP: a conversation of one request. Close it when the response has been sent. */
  openExchange(toClient: ToClient, principalId?: string): Interceptor;
}
