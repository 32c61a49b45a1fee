import { PassThrough } from 'node:stream';
import { createGateway } from '../../src/create-gateway.js';
import type { Gateway, GatewayOptions } from '../../src/gateway.js';

/** A JSON-RPC message as a test looks at it. */
export interface Received {
  jsonrpc?: string;
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface StdioClient {
  /** Everything received, in order. */
  readonly messages: Received[];
  /** The raw lines of it. */
  readonly lines: string[];
  readonly input: PassThrough;
  readonly output: PassThrough;
  /** Settles as `serveStdio` does. */
  readonly served: Promise<void>;
  write(line: string): void;
  send(message: object): void;
  notify(method: string, params?: unknown): void;
  /** Sends a request and resolves with its response. */
  request(method: string, params?: unknown, id?: string | number): Promise<Received>;
  /** Resolves with the first message, received or to come, that passes. */
  first(passes: (message: Received) => boolean): Promise<Received>;
  /** `initialize` and `notifications/initialized`. Resolves with the result of the former. */
  initialize(version?: string): Promise<Record<string, unknown>>;
  /** Closes its end and waits for the gateway to finish. */
  leave(): Promise<void>;
}

const ids = { next: 0 };

/** A client on the other end of a pair of streams. */
export function createClient(
  serve: (streams: { input: PassThrough; output: PassThrough }) => Promise<void>,
): StdioClient {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  const messages: Received[] = [];
  const watchers = new Set<() => void>();
  let partial = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const parts = (partial + text).split('\n');
    partial = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      messages.push(JSON.parse(line) as Received);
    }
    for (const watcher of watchers) watcher();
  });
  const served = serve({ input, output });
  served.catch(() => {});

  const first = (passes: (message: Received) => boolean): Promise<Received> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        const found = messages.find((message) => passes(message));
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });

  const client: StdioClient = {
    messages,
    lines,
    input,
    output,
    served,
    write: (line) => void input.write(`${line}\n`),
    send: (message) => client.write(JSON.stringify({ jsonrpc: '2.0', ...message })),
    notify: (method, params) => client.send({ method, params }),
    request(method, params, id = `r${(ids.next += 1)}`) {
      const count = messages.length;
      client.send({ id, method, params });
      return first(
        (message) => message.id === id && message.method === undefined && messages.indexOf(message) >= count,
      );
    },
    first,
    async initialize(version = '2025-11-25') {
      const { result, error } = await client.request('initialize', {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      if (result === undefined) throw new Error(`initialize failed: ${error?.message}`);
      client.notify('notifications/initialized');
      return result;
    },
    async leave() {
      input.end();
      await served;
    },
  };
  return client;
}

export interface GatewayClient extends StdioClient {
  readonly gateway: Gateway;
}

/** A client of a stdio gateway. */
export function connectThrough(options: GatewayOptions): GatewayClient {
  const gateway = createGateway(options);
  return { ...createClient((streams) => gateway.serveStdio(streams)), gateway };
}

export function complete(prompt: string, argument: string, value = '', more: object = {}): object {
  return { ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value }, ...more };
}
