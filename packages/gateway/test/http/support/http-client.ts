import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A JSON-RPC message as a test looks at it. */
export interface Received {
  id?: unknown;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
  result?: Readonly<Record<string, unknown>>;
  error?: { code: number; message: string; data?: unknown };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Of the body, or of the last event. */
  json: Received;
  /** Of an event stream. */
  events: Received[];
}

export interface Call {
  url: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: unknown;
}

const bothTypes = 'application/json, text/event-stream';

/** One request on a connection of its own. */
export function call(options: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = start(options, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('end', () => resolve(toAnswer(res, text)));
      res.on('error', reject);
    });
    req.on('error', reject);
  });
}

function start(
  { url, method = 'POST', headers = {}, body }: Call,
  onResponse: (res: IncomingMessage) => void,
) {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const req = httpRequest(url, {
    method,
    agent: new Agent(),
    headers: {
      Accept: bothTypes,
      ...(text !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      }),
      ...headers,
    },
  });
  req.on('response', onResponse);
  req.end(text);
  return req;
}

export interface OpenStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Everything received so far. */
  readonly text: string;
  readonly events: Received[];
  readonly hasEnded: boolean;
  destroy(): void;
}

/** One request whose response is watched while it comes. */
export function open(options: Call): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const req = start(options, (res) => {
      let text = '';
      let hasEnded = false;
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('close', () => (hasEnded = true));
      res.on('error', () => {});
      resolve({
        status: res.statusCode ?? 0,
        headers: res.headers,
        get text() {
          return text;
        },
        get events() {
          return toEvents(text);
        },
        get hasEnded() {
          return hasEnded;
        },
        destroy: () => void req.destroy(),
      });
    });
    req.on('error', reject);
  });
}

/** Sends a request and takes nothing back; the test destroys it. */
export function launch(options: Call): { destroy(): void } {
  const req = start(options, (res) => res.resume());
  req.on('error', () => {});
  return { destroy: () => void req.destroy() };
}

export interface RawAnswer {
  status: number;
  text: string;
  /** Did the server close the connection? */
  isClosed: boolean;
}

/** Writes bytes to a socket and reads until the server closes or `isEnough` holds. */
export function raw(
  port: number,
  bytes: string | Uint8Array,
  isEnough: (text: string) => boolean = () => false,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const settle = (isClosed: boolean): void => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, isClosed });
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (isEnough(text)) settle(false);
    });
    socket.on('close', () => settle(true));
    socket.on('error', () => {});
    socket.write(bytes);
  });
}

export function rawSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

function toAnswer(res: IncomingMessage, text: string): Answer {
  const isStream = res.headers['content-type'] === 'text/event-stream';
  const events = isStream ? toEvents(text) : [];
  const json = isStream ? events.at(-1)! : toJson(text);
  return { status: res.statusCode ?? 0, headers: res.headers, text, json, events };
}

function toJson(text: string): Received {
  try {
    return JSON.parse(text) as Received;
  } catch {
    return {};
  }
}

function toEvents(text: string): Received[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)) as Received);
}
