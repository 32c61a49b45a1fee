import type { Clock } from '@mcp-typeahead/server';
import type { AuthOptions } from '../../auth/auth-options.js';

/** How the gateway listens for HTTP. Rules behind the options: docs/reference/http.md. */
export interface HttpOptions {
  /** A name or an address; an IPv6 one with or without brackets. */
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** The only upstream is served here, several at `<path>/<name>`. @default '/mcp' */
  path?: string;
  /**
   * Host names that clients may use besides `localhost`, `127.0.0.1` and `[::1]`, with a port or for any port.
   * `'*'` switches the check off. Needed beyond the loopback interface. @default []
   */
  allowedHosts?: readonly string[];
  /**
   * Origins of web pages that may call, besides loopback ones (which may where the bind address is loopback).
   * `'*'` switches the check off. @default []
   */
  allowedOrigins?: readonly string[];
  /** Largest request body. @default 1 MiB */
  maxBodyBytes?: number;
  /** Deepest nesting of arrays and objects in a body. @default 512 */
  maxBodyDepth?: number;
  /** Most legacy sessions of one upstream. @default 100 */
  maxSessions?: number;
  /** A legacy session without a request or an open stream ends after this time. @default 1800000 */
  sessionIdleMs?: number;
  /** When all sessions are taken, one that has been quiet for this long makes room. @default 60000 */
  evictAfterMs?: number;
  /** Time between comments on a silent stream. @default 15000 */
  heartbeatMs?: number;
  /** Time a client has to send a whole request. @default 30000 */
  requestTimeoutMs?: number;
  /** Time that requests in flight have to finish when the listener closes. @default 10000 */
  closeGraceMs?: number;
  /**
   * Request headers repeated to URL upstreams: one list for the only upstream, or lists by upstream name.
   * `'*'` means all that may be. Hop-by-hop, framing, session, cookie and MCP headers never are;
   * `authorization` only where it is named. @default none
   */
  forwardHeaders?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Who clients are. @default everybody is anonymous */
  auth?: AuthOptions;
  /** Addresses and ranges (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is believed. @default [] */
  trustedProxies?: readonly string[];
  /** How many bits of an IPv6 address stand for its client. @default 64 */
  ipv6Prefix?: number;
  /** Time, for tests. @default the system's */
  clock?: Clock;
}

/** A gateway that listens. */
export interface HttpListener {
  /** Address of the first upstream, like `http://127.0.0.1:8808/mcp`. */
  readonly url: string;
  /** Addresses of all upstreams, in their order. */
  readonly urls: readonly string[];
  readonly port: number;
  /** Takes no new work, lets requests in flight finish, ends every stream and session. Safe to repeat. */
  close(): Promise<void>;
}
