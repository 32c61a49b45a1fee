import type { Duplex } from 'node:stream';
import { commonHeaders } from './http-exchange.js';
import { refuse, toErrorBody } from './refusal.js';

const statuses: ReadonlyMap<string, [status: number, reason: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'The request headers are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'The request did not arrive in time']],
]);

/** Answers bytes that are not HTTP, or came too slowly, and ends the connection. */
export function answerParseFailure(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, reason, message] = statuses.get(error.code ?? '') ?? [
    400,
    'Bad Request',
    'This is not valid HTTP/1.1',
  ];
  const body = JSON.stringify(toErrorBody(refuse(status, message)));
  const headers = {
    ...commonHeaders,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}
