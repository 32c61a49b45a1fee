import type { Readable, Writable } from 'node:stream';
import type { GatewayConfig } from './config/index.js';
import type { HttpListener, HttpOptions } from './fronts/http/index.js';
import type { Log } from './log.js';
import type { UpstreamOptions } from './upstream/upstream.js';

export interface GatewayOptions {
  /** The only upstream; it is served at `/mcp` and on stdio. */
  upstream?: UpstreamOptions;
  /** Several upstreams by name, each served at `/mcp/<name>`. Names are not joined into one namespace. */
  upstreams?: Readonly<Record<string, UpstreamOptions>>;
  config?: GatewayConfig;
  /** @default a log that goes nowhere */
  log?: Log;
}

export interface Gateway {
  /** Serves one client on these streams. Resolves when the client is gone and the child has ended. */
  serveStdio(streams: { input: Readable; output: Writable }): Promise<void>;
  listenHttp(options: HttpOptions): Promise<HttpListener>;
  /** Takes the completers of another configuration; no connection is dropped. */
  reload(config: GatewayConfig | undefined): void;
  /** Ends every client's connection, every child and every listener. */
  close(): Promise<void>;
}
