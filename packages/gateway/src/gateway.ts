import type { Readable, Writable } from 'node:stream';
import type { Audit } from './audit/audit-record.js';
import type { GatewayConfig } from './config/index.js';
import type { EngineSettings } from './engine/engine.js';
import type { HttpListener, HttpOptions } from './fronts/http/index.js';
import type { Log } from './log.js';
import type { BackoffOptions } from './upstream/backoff.js';
import type { UpstreamOptions } from './upstream/upstream.js';

/** What a gateway stands in front of, and what it adds. */
export interface GatewayOptions {
  /** The only upstream: it is served at `/mcp` and on stdio. */
  upstream?: UpstreamOptions;
  /** Several upstreams by name, each served at `/mcp/<name>`. Their names are not joined into one namespace. */
  upstreams?: Readonly<Record<string, UpstreamOptions>>;
  /** Its completers; upstreams that it names are used where the options name none. */
  config?: GatewayConfig;
  /** Gets a record of whatever clients ask for, beside what the configuration says of it. */
  onAudit?: Audit;
  /** @default a log that goes nowhere */
  log?: Log;
  settings?: GatewaySettings;
}

/** Times that suit most: see docs/reference/gateway.md. */
export interface GatewaySettings extends Partial<EngineSettings> {
  /** How an upstream that ended is started again. */
  backoff?: Partial<BackoffOptions>;
  /** A connection that modern clients share is closed after being unused for so long. @default 300000 */
  idleMs?: number;
}

/** Completions in front of one server or several, for any number of clients. */
export interface Gateway {
  /**
   * Serves one client on these streams. Resolves when the client is gone and the upstream has ended.
   * @throws GatewayError `upstream-failed`, `no-upstream` where several are named, `closed`
   */
  serveStdio(streams: { input: Readable; output: Writable }): Promise<void>;
  /** Serves clients over Streamable HTTP. */
  listenHttp(options: HttpOptions): Promise<HttpListener>;
  /** Takes the completers of another configuration; no connection is dropped. */
  reload(config: GatewayConfig | undefined): void;
  /** Ends every client's connection, every upstream and every listener. Safe to repeat. */
  close(): Promise<void>;
}
