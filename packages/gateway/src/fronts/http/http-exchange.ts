import type { IncomingMessage, ServerResponse } from 'node:http';
import { toJson } from '@mcp-typeahead/connect';
import type { Clock } from '@mcp-typeahead/server';
import type { Refusal } from './refusal.js';
import { toErrorBody } from './refusal.js';

/** One HTTP request and its response, with what bounds them. */
export interface HttpExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  /** Says that this is a stream without an end: a listener that closes does not wait for it. */
  readonly detach: () => void;
}

/** Time that a client gets to read a refusal while it is still sending a body that nobody reads. */
const lingerMs = 500;

/** Every answer depends on who asks and is nobody else's business. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  Vary: 'Authorization, Origin',
  'X-Content-Type-Options': 'nosniff',
};

export function sendEmpty(exchange: HttpExchange, status: number): void {
  if (isAnswered(exchange)) return;
  exchange.res.writeHead(status, status === 204 ? {} : { 'Content-Length': '0' }).end();
}

export function sendText(exchange: HttpExchange, status: number, text: string): void {
  sendBody(exchange, status, text, { 'Content-Type': 'text/plain; charset=utf-8' });
}

export function sendJson(
  exchange: HttpExchange,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBody(exchange, status, toJson(value), { ...headers, 'Content-Type': 'application/json' });
}

export function sendRefusal(exchange: HttpExchange, refusal: Refusal): void {
  sendJson(exchange, refusal.status, toErrorBody(refusal), refusal.headers);
}

function sendBody(
  exchange: HttpExchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  const { res } = exchange;
  if (isAnswered(exchange)) return;
  const length = { 'Content-Length': Buffer.byteLength(text).toString() };
  if (!hasUnboundedRest(exchange)) {
    res.writeHead(status, { ...headers, ...length }).end(text);
    return;
  }
  // Node would read the rest of the body to keep the connection; closing at once could reset it before the
  // client has read why. So: answer, read nothing, close a moment later.
  res.writeHead(status, { ...headers, ...length, Connection: 'close' }).write(text);
  exchange.req.pause();
  exchange.clock.schedule(() => res.end(), lingerMs);
}

function isAnswered({ res }: HttpExchange): boolean {
  return res.headersSent || res.destroyed;
}

/** Is the client still sending more than we would read? */
function hasUnboundedRest({ req, maxBodyBytes }: HttpExchange): boolean {
  if (req.complete) return false;
  if (req.headers['transfer-encoding'] !== undefined) return true;
  return Number(req.headers['content-length'] ?? 0) > maxBodyBytes;
}
