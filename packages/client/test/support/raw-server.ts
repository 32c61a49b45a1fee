import { InMemoryTransport as InMemoryTransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import type { LinkEvent, TypeaheadOptions, Typeahead } from '@mcp-typeahead/client';
import { createTypeahead } from '@mcp-typeahead/client';
import { metaKeys } from '@mcp-typeahead/protocol';
import { onTestFinished } from 'vitest';

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  // Tests look into messages of their own making.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly params?: any;
  readonly result?: unknown;
}

/** Answers a request: with what becomes the `result`, with a `RawError`, or not at all (undefined). */
type Answer = (params: Message['params'], id: string | number | undefined) => unknown;

export interface RawServerOptions {
  capabilities?: object;
  /** @default what the client offers */
  protocolVersion?: string;
  /** Answers by method. `completion/complete` is looked up like the others. */
  on?: Readonly<Record<string, Answer>>;
}

/** An error to answer with. */
export class RawError {
  constructor(
    readonly code: number,
    readonly message: string,
    readonly data?: unknown,
  ) {}
}

export interface RawServer {
  /** Everything received, in order. */
  readonly received: Message[];
  /** Requests of one method. */
  sent: (method: string) => Message[];
  /** Puts a message on the wire as it is. */
  write: (message: object) => void;
}

interface RawTransport {
  onmessage?: ((message: never) => void) | undefined;
  start(): Promise<void>;
  send(message: never): Promise<void>;
}

/** Speaks JSON-RPC by hand on the other end: no SDK server would answer so wrongly. */
async function serve(
  transport: RawTransport,
  { capabilities = { completions: {}, prompts: {} }, protocolVersion, on = {} }: RawServerOptions,
): Promise<RawServer> {
  const received: Message[] = [];
  const write = (message: object): void => void transport.send(JSON.parse(JSON.stringify(message)) as never);
  const handlers: Record<string, Answer> = {
    initialize: (params) => ({
      protocolVersion: protocolVersion ?? params.protocolVersion,
      capabilities,
      serverInfo: { name: 'raw', version: '1' },
    }),
    'server/discover': () => ({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities,
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [metaKeys.serverInfo]: { name: 'raw', version: '1' } },
    }),
    ...on,
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transport has no other
  transport.onmessage = (raw: Message) => {
    const message = JSON.parse(JSON.stringify(raw)) as Message;
    received.push(message);
    if (message.id === undefined || message.method === undefined) return;
    const { id, method } = message;
    const handler = handlers[method];
    const answer = async (): Promise<void> => {
      const given =
        handler === undefined ? new RawError(-32_601, 'Method not found') : await handler(message.params, id);
      if (given === undefined) return;
      if (given instanceof RawError)
        write({ jsonrpc: '2.0', id, error: { code: given.code, message: given.message, data: given.data } });
      else write({ jsonrpc: '2.0', id, result: given });
    };
    void answer();
  };
  await transport.start();
  return { received, write, sent: (method) => received.filter((message) => message.method === method) };
}

/** The SDK clients that are to be served, in every era that they speak. */
export const clients = ['v1', 'v2 legacy', 'v2 modern'] as const;
export type ClientKind = (typeof clients)[number];

export interface Connected {
  typeahead: Typeahead;
  client: ClientV1 | ClientV2;
  server: RawServer;
  events: LinkEvent[];
  /** Closes the connection and opens another, to a server made anew. */
  reconnect: (server?: RawServerOptions) => Promise<RawServer>;
}

/** A real SDK client in front of a server that is written by hand. */
export async function connect(
  kind: ClientKind,
  serverOptions: RawServerOptions = {},
  options: TypeaheadOptions = {},
): Promise<Connected> {
  const client =
    kind === 'v1'
      ? new ClientV1({ name: 'host', version: '1' })
      : new ClientV2(
          { name: 'host', version: '1' },
          { versionNegotiation: { mode: kind === 'v2 modern' ? { pin: '2026-07-28' } : 'legacy' } },
        );
  const open = async (to: RawServerOptions): Promise<RawServer> => {
    const [near, far] = (kind === 'v1' ? InMemoryTransportV1 : InMemoryTransportV2).createLinkedPair();
    const server = await serve(far as RawTransport, to);
    await client.connect(near as never);
    return server;
  };
  const server = await open(serverOptions);
  const events: LinkEvent[] = [];
  const typeahead = createTypeahead(client, { onEvent: (event) => events.push(event), ...options });
  onTestFinished(async () => {
    typeahead.dispose();
    await client.close();
  });
  return {
    typeahead,
    client,
    server,
    events,
    async reconnect(to = serverOptions) {
      await client.close();
      return open(to);
    },
  };
}

/** A prompt's argument, for those who do not care which. */
export const subject = { ref: { type: 'ref/prompt', name: 'p' }, argument: 'a' } as const;
