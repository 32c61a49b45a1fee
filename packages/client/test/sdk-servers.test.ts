import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client as ClientV2,
  InMemoryTransport as InMemoryV2,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completable as completableV1 } from '@modelcontextprotocol/sdk/server/completable.js';
import { completable, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createTypeahead } from '@mcp-typeahead/client';
import { createPromptForm } from '@mcp-typeahead/client/forms';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { eventually } from './support/eventually.js';

const info = { name: 'host', version: '1' };
const people: Record<string, string[]> = { ops: ['ada', 'alan'], dev: ['grace'] };
const team = (value: string): string[] => Object.keys(people).filter((name) => name.startsWith(value));
const member = (value: string, context?: { arguments?: Record<string, string> }): string[] =>
  (people[context?.arguments?.['team'] ?? ''] ?? []).filter((name) => name.startsWith(value));
const say = (args: object): { messages: { role: 'user'; content: { type: 'text'; text: string } }[] } => ({
  messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(args) } }],
});

function serverV2(): McpServer {
  const server = new McpServer(
    { name: 'v2', version: '1' },
    { capabilities: { prompts: { listChanged: true } } },
  );
  const argsSchema = z.object({
    team: completable(z.string(), team),
    member: completable(z.string(), member),
  });
  server.registerPrompt('assign', { argsSchema }, say);
  return server;
}

function serverV1(): McpServerV1 {
  const server = new McpServerV1({ name: 'v1', version: '1' });
  const argsSchema = { team: completableV1(z.string(), team), member: completableV1(z.string(), member) };
  server.registerPrompt('assign', { argsSchema }, say);
  return server;
}

type AnyClient = ClientV1 | ClientV2;

async function inMemory(client: AnyClient, server: McpServer | McpServerV1): Promise<AnyClient> {
  const [near, far] = (client instanceof ClientV1 ? InMemoryV1 : InMemoryV2).createLinkedPair();
  await Promise.all([server.connect(far as never), client.connect(near as never)]);
  return client;
}

async function overHttp(): Promise<{
  client: ClientV2;
  asked: () => number;
  gone: () => number;
  changed: () => void;
}> {
  let asked = 0;
  let gone = 0;
  const handler = createMcpHandler(() => {
    const server = serverV2();
    const argsSchema = z.object({
      x: completable(z.string(), async () => new Promise<string[]>(() => undefined)),
    });
    server.registerPrompt('slow', { argsSchema }, say);
    return server;
  });
  const listener = createServer((request, response) => {
    const abort = new AbortController();
    response.on('close', () => {
      if (response.writableEnded) return;
      gone += 1;
      abort.abort();
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked += Number(request.headers['mcp-method'] === 'completion/complete');
      const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
      const headers = request.headers as Record<string, string>;
      const forwarded = new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        signal: abort.signal,
        ...body,
      });
      void handler.fetch(forwarded).then(
        async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
          response.end();
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
  const client = new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(async () => {
    await client.close();
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
    await handler.close();
  });
  return { client, asked: () => asked, gone: () => gone, changed: () => handler.notify.promptsChanged() };
}

const pairs: readonly (readonly [name: string, connect: () => Promise<AnyClient>])[] = [
  ['client v1, server v1', () => inMemory(new ClientV1(info), serverV1())],
  ['client v1, server v2', () => inMemory(new ClientV1(info), serverV2())],
  ['client v2, server v1', () => inMemory(new ClientV2(info), serverV1())],
  ['client v2, server v2', () => inMemory(new ClientV2(info), serverV2())],
  ['client v2, server v2, modern over HTTP', async () => (await overHttp()).client],
];

describe.each(pairs)('with %s', (_, connect) => {
  test('a prompt is found, filled in with suggestions that depend on each other, and rendered', async () => {
    const client = await connect();
    const typeahead = createTypeahead(client);
    onTestFinished(async () => {
      typeahead.dispose();
      await client.close();
    });
    const prompt = (await typeahead.listPrompts()).find(({ name }) => name === 'assign');
    const form = createPromptForm(typeahead, prompt ?? { name: 'not found' });
    const offered = async (name: string): Promise<string[]> => {
      const field = form.field(name);
      await eventually(() => expect(field.getSnapshot()).toMatchObject({ isBusy: false }));
      return field.getSnapshot().items.map(({ value }) => value);
    };
    form.field('team').open();
    expect(await offered('team')).toEqual(['ops', 'dev']);
    form.field('team').select('ops');
    form.field('member').input('a');
    expect(await offered('member')).toEqual(['ada', 'alan']);
    form.field('member').input('al');
    expect(await offered('member')).toEqual(['alan']);
    form.field('member').select('alan');
    expect(await form.submit()).toMatchObject(say({ team: 'ops', member: 'alan' }));
  });
});

describe('in the modern era over HTTP', () => {
  test('giving a request up closes its stream', async () => {
    const { client, asked, gone } = await overHttp();
    const typeahead = createTypeahead(client, { listen: false });
    const field = typeahead.argument({ ref: { type: 'ref/prompt', name: 'slow' }, argument: 'x' });
    field.input('a');
    await eventually(() => expect(asked()).toBe(1));
    field.close();
    await eventually(() => expect(gone()).toBe(1));
    typeahead.dispose();
  });

  test('changes of the lists are listened for, and end what is kept', async () => {
    const { client, changed } = await overHttp();
    const typeahead = createTypeahead(client);
    const change = new Promise((resolve) => typeahead.onChange(resolve));
    await typeahead.complete({ ref: { type: 'ref/prompt', name: 'assign' }, argument: 'team' });
    const timer = setInterval(changed, 20);
    onTestFinished(() => clearInterval(timer));
    expect(await change).toBe('lists');
    typeahead.dispose();
  });
});
