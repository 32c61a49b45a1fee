import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

const loopbackOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export interface OriginCheckOptions {
  /** Are pages of this machine allowed, whatever their port? */
  allowsLoopback: boolean;
  /** Like `https://app.example`; compared as a whole. `*` allows all. */
  allowedOrigins: readonly string[];
}

export type OriginCheck = (origin: string | undefined) => Refusal | undefined;

/**
 * Refuses web pages that nobody allowed. Programs that are not browsers send no `Origin`. `null` (sandboxed
 * frames, files) is an origin like any other that nobody allowed.
 *
 * Source: MCP 2026-07-28, Streamable HTTP, "Security & Endpoint".
 */
export function createOriginCheck(options: OriginCheckOptions): OriginCheck {
  const allowed = new Set(options.allowedOrigins.map(normalized));
  return (origin) => {
    if (origin === undefined || allowed.has('*')) return undefined;
    const name = normalized(origin);
    if (allowed.has(name) || (options.allowsLoopback && loopbackOrigin.test(name))) return undefined;
    return refuse(403, 'This origin is not allowed here; the option allowedOrigins names those that are');
  };
}

function normalized(origin: string): string {
  return origin
    .toLowerCase()
    .replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2')
    .replace(/\/$/, '');
}

const exposedHeaders = 'Mcp-Session-Id, Retry-After, WWW-Authenticate';
const usualHeaders: readonly string[] = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];

/** What lets the page of an allowed origin read an answer. Cookies are never involved. */
export function corsHeaders(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders };
}

/** The answer to a preflight of an allowed origin, which may send what it likes: its requests are checked as all are. */
export function preflightHeaders(requested: string | undefined, methods: string): Record<string, string> {
  const names = (requested ?? '').split(',').map((name) => name.trim().toLowerCase());
  const extra = names.filter((name) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': [...new Set([...usualHeaders, ...extra])].join(', '),
    'Access-Control-Max-Age': '600',
  };
}
