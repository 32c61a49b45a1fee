import type { AuthOptions } from '../../auth/auth-options.js';
import { isLoopbackHost } from '../../config/listen-address.js';
import type { Clock } from '@mcp-typeahead/server';
import { httpClock } from './http-clock.js';
import type { HttpOptions } from './http-options.js';

export interface ResolvedHttpOptions {
  /** Without brackets. */
  host: string;
  port: number;
  /** Begins with a slash and does not end with one. */
  path: string;
  isLoopback: boolean;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  maxBodyBytes: number;
  maxBodyDepth: number;
  maxSessions: number;
  sessionIdleMs: number;
  evictAfterMs: number;
  heartbeatMs: number;
  requestTimeoutMs: number;
  closeGraceMs: number;
  forwardHeaders: NonNullable<HttpOptions['forwardHeaders']>;
  auth: AuthOptions;
  trustedProxies: readonly string[];
  ipv6Prefix: number;
  clock: Clock;
}

/** All defaults of the HTTP front. */
export function resolveHttpOptions(options: HttpOptions): ResolvedHttpOptions {
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: options.port,
    path: `/${(options.path ?? '/mcp').replace(/^\/+|\/+$/g, '')}`,
    isLoopback: isLoopbackHost(host),
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    // More than any honest request needs, far less than what makes recursive code fail.
    maxBodyDepth: options.maxBodyDepth ?? 512,
    maxSessions: options.maxSessions ?? 100,
    sessionIdleMs: options.sessionIdleMs ?? 30 * 60_000,
    evictAfterMs: options.evictAfterMs ?? 60_000,
    // Half of the shortest idle limit that proxies commonly have (30 s).
    heartbeatMs: options.heartbeatMs ?? 15_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    closeGraceMs: options.closeGraceMs ?? 10_000,
    forwardHeaders: options.forwardHeaders ?? [],
    auth: options.auth ?? {},
    trustedProxies: options.trustedProxies ?? [],
    // What a provider gives one customer at least (RFC 6177).
    ipv6Prefix: options.ipv6Prefix ?? 64,
    clock: options.clock ?? httpClock,
  };
}
