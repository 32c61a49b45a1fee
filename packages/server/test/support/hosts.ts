import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  McpServer as McpServerV1,
  ResourceTemplate as ResourceTemplateV1,
} from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  InMemoryTransport,
  McpServer,
  ResourceTemplate,
  createMcpHandler,
} from '@modelcontextprotocol/server';
import { metaKeys } from '@mcp-typeahead/protocol';
import type { JsonRpcMessage, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { z } from 'zod';
import type { RawClient } from './raw-client.js';
import { createRawClient } from './raw-client.js';

type Callback = (
  value: string,
  context?: { arguments?: Record<string, string> },
) => string[] | Promise<string[]>;

/** One way to register things, over both SDKs. */
export interface Host {
  /** The SDK's own server, for `attach`. */
  readonly server: object;
  /** `fields` undefined: a prompt that takes no arguments. */
  prompt(name: string, fields?: Record<string, z.ZodType>): void;
  template(name: string, uri: string, complete?: Record<string, Callback>): void;
  resource(name: string, uri: string): void;
  tool(name: string): void;
}

/** A host with a client connected to it. */
export interface Connection extends RawClient {
  /** `capabilities` of the handshake. */
  readonly capabilities: Record<string, unknown>;
}

export interface HostKind {
  readonly title: string;
  readonly create: (capabilities?: Record<string, unknown>) => Host;
  readonly connect: (host: Host) => Promise<Connection>;
}

const info = { name: 'host', version: '1.0.0' };
const noMessages = () => ({ messages: [] });
const noContents = () => ({ contents: [{ uri: 'x:', text: 'read' }] });
const noContent = () => ({ content: [] });

const v2: HostKind['create'] = (capabilities) => {
  const server = new McpServer(info, capabilities === undefined ? {} : { capabilities });
  return {
    server,
    prompt: (name, fields) =>
      void server.registerPrompt(
        name,
        fields === undefined ? {} : { argsSchema: z.object(fields) },
        noMessages,
      ),
    template: (name, uri, complete) =>
      void server.registerResource(
        name,
        new ResourceTemplate(uri, { list: undefined, ...(complete === undefined ? {} : { complete }) }),
        {},
        noContents,
      ),
    resource: (name, uri) => void server.registerResource(name, uri, {}, noContents),
    tool: (name) => void server.registerTool(name, {}, noContent),
  };
};

const v1: HostKind['create'] = (capabilities) => {
  const server = new McpServerV1(info, capabilities === undefined ? {} : { capabilities });
  return {
    server,
    prompt: (name, fields) =>
      void server.registerPrompt(
        name,
        fields === undefined ? {} : { argsSchema: fields as Record<string, z.ZodString> },
        noMessages,
      ),
    template: (name, uri, complete) =>
      void server.registerResource(
        name,
        new ResourceTemplateV1(uri, { list: undefined, ...(complete === undefined ? {} : { complete }) }),
        {},
        noContents,
      ),
    resource: (name, uri) => void server.registerResource(name, uri, {}, noContents),
    tool: (name) => void server.registerTool(name, {}, noContent),
  };
};

async function initialize(client: RawClient): Promise<Connection> {
  const response = await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1.0.0' },
  });
  await client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { capabilities } = (response as { result: { capabilities: Record<string, unknown> } }).result;
  return Object.assign(client, { capabilities });
}

async function connectV2({ server }: Host): Promise<Connection> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (server as McpServer).connect(far);
  return initialize(await createRawClient(near));
}

async function connectV1({ server }: Host): Promise<Connection> {
  const [near, far] = InMemoryTransportV1.createLinkedPair();
  await (server as McpServerV1).connect(far);
  return initialize(await createRawClient(near));
}

const envelope = {
  [metaKeys.protocolVersion]: '2026-07-28',
  [metaKeys.clientInfo]: { name: 'raw', version: '1.0.0' },
  [metaKeys.clientCapabilities]: {},
};

/** Adds what every request of the modern era carries. */
export function modernParams(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params;
  return { ...params, _meta: { ...(params as { _meta?: object })._meta, ...envelope } };
}

/** Modern era over `createMcpHandler`: each message is one HTTP request. Serves one instance, as a stateful factory would. */
async function connectModern({ server }: Host): Promise<Connection> {
  const handler = createMcpHandler(() => server as McpServer);
  let inbox: ((message: never) => void) | undefined;
  const post = async (message: { method?: string; params?: unknown }): Promise<void> => {
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': message.method ?? '',
          ...nameHeader(message.params),
        },
        body: JSON.stringify({ ...message, params: modernParams(message.params ?? {}) }),
      }),
    );
    for (const reply of readMessages(await response.text())) inbox?.(reply as never);
  };
  const client = await createRawClient({
    start: () => Promise.resolve(),
    send: post,
    close: () => Promise.resolve(),
    set onmessage(listener: (message: never) => void) {
      inbox = listener;
    },
  });
  const discovered = (await client.request('server/discover', {})) as JsonRpcResponse & {
    result: { capabilities: Record<string, unknown> };
  };
  return Object.assign(client, { capabilities: discovered.result.capabilities });
}

/** Required with methods that name what they are about; completion is not among them. */
function nameHeader(params: unknown): Record<string, string> {
  const { uri, name } = (params ?? {}) as { uri?: string; name?: string };
  const named = uri ?? name;
  return named === undefined ? {} : { 'mcp-name': named };
}

function readMessages(body: string): JsonRpcMessage[] {
  if (body === '') return [];
  if (!body.startsWith('event:') && !body.startsWith('data:') && !body.startsWith(':'))
    return [JSON.parse(body) as JsonRpcMessage];
  return body
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.trim() !== 'data:')
    .map((line) => JSON.parse(line.slice('data:'.length)) as JsonRpcMessage);
}

/** Both SDKs, and both eras of the one that has two. */
export const hostKinds: readonly HostKind[] = [
  { title: 'SDK v2, legacy era', create: v2, connect: connectV2 },
  { title: 'SDK v2, modern era', create: v2, connect: connectModern },
  { title: 'SDK v1', create: v1, connect: connectV1 },
];

/** For what only makes sense on one long-lived connection. */
export const connectedKinds: readonly HostKind[] = hostKinds.filter(({ title }) => !title.includes('modern'));
