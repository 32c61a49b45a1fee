import { completable, createCompletions, list, lookup, values } from '@mcp-typeahead/server';
import { extensionKey } from '@mcp-typeahead/protocol';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { CompleteRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client } from '@modelcontextprotocol/client';
import {
  completable as sdkCompletable,
  InMemoryTransport,
  McpServer,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defer } from './support/fake-clock.js';
import { connectedKinds, hostKinds } from './support/hosts.js';
import type { RawClient } from './support/raw-client.js';
import {
  completionOf,
  createRawClient,
  errorOf,
  promptParams,
  resourceParams,
  valuesOf,
} from './support/raw-client.js';

const info = { name: 'host', version: '1.0.0' };

const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info };

const ambiguousField = () => sdkCompletable(z.enum(['callback', 'x']), () => ['callback' as const]);

const serviceFields = () => ({ service: completable(z.string(), values(['billing', 'search'])) });

const ownAnswer = (params: { argument: { value: string } }) => {
  if (params.argument.value === 'fail') throw new ProtocolError(-32602, 'not this one');
  return { completion: { values: [`own ${params.argument.value}`] } };
};

const lowLevel = () =>
  createCompletions({
    prompts: { p: { a: ['x'] }, bare: {} },
    resources: { 'db://{t}': { t: ['users'] } },
  });

async function answersOf(client: RawClient): Promise<unknown[]> {
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info });
  return [
    valuesOf(await client.complete(promptParams('p', 'a'))),
    valuesOf(await client.complete(promptParams('bare', 'a'))),
    valuesOf(await client.complete(resourceParams('db://orders', 't'))),
    errorOf(await client.complete(promptParams('q', 'a'))).code,
  ];
}

const lowLevelAnswers = [['x'], [], ['users'], -32602];

describe.each(hostKinds)('$title', ({ create, connect }) => {
  it('completes enums and booleans of prompts with no declaration at all', async () => {
    const host = create();
    createCompletions().attach(host.server);
    host.prompt('report', {
      severity: z.enum(['P0', 'P1', 'P2', 'P3']).describe('How bad').optional(),
      region: z.union([z.literal('eu'), z.literal('us')]),
      urgent: z.boolean(),
      note: z.string(),
    });
    const client = await connect(host);
    expect(client.capabilities).toHaveProperty('completions');
    expect(completionOf(await client.complete(promptParams('report', 'severity', 'P')))).toEqual({
      values: ['P0', 'P1', 'P2', 'P3'],
      total: 4,
      hasMore: false,
    });
    expect(valuesOf(await client.complete(promptParams('report', 'region', 'e')))).toEqual(['eu']);
    expect(valuesOf(await client.complete(promptParams('report', 'urgent')))).toEqual(['true', 'false']);
    expect(valuesOf(await client.complete(promptParams('report', 'note')))).toEqual([]);
  });

  it('prefers what is declared to what the SDK has, and that to what the schema says', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['declared'] } } }).attach(host.server);
    host.prompt('p', { a: ambiguousField(), b: ambiguousField(), c: z.enum(['schema']) });
    const client = await connect(host);
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['declared']);
    expect(valuesOf(await client.complete(promptParams('p', 'b', 'no match')))).toEqual(['callback']);
    expect(valuesOf(await client.complete(promptParams('p', 'c')))).toEqual(['schema']);
  });

  it('shapes what the callbacks of the SDK return, and leaves their order alone', async () => {
    const host = create();
    createCompletions().attach(host.server);
    const fields = {
      order: sdkCompletable(z.string(), () => ['z', 'a', 'z', 'm']),
      numbers: sdkCompletable(z.string(), (() => [1, 2]) as never),
      nothing: sdkCompletable(z.string(), (() => undefined) as never),
    };
    host.prompt('p', fields);
    host.template('t', 'db://{table}', { table: () => ['users', 'users', 'orders'] });
    const client = await connect(host);
    const order = await client.complete(promptParams('p', 'order', 'typed'));
    expect(completionOf(order)).toEqual({ values: ['z', 'a', 'm'], total: 3, hasMore: false });
    expect(valuesOf(await client.complete(promptParams('p', 'numbers')))).toEqual(['1', '2']);
    expect(valuesOf(await client.complete(promptParams('p', 'nothing')))).toEqual([]);
    expect(valuesOf(await client.complete(resourceParams('db://{table}', 'table')))).toEqual([
      'users',
      'orders',
    ]);
  });

  it('upgrades one field alone with completable, with or without completions attached', async () => {
    const bare = create();
    bare.prompt('p', serviceFields());
    const plain = await connect(bare);
    expect(completionOf(await plain.complete(promptParams('p', 'service', 'ling')))).toEqual({
      values: ['billing'],
      total: 1,
      hasMore: false,
    });
    const host = create();
    createCompletions().attach(host.server);
    host.prompt('p', serviceFields());
    const client = await connect(host);
    const params = { ...promptParams('p', 'service', 'bil'), _meta: { [extensionKey]: { items: true } } };
    const response = await client.complete(params);
    expect(valuesOf(response)).toEqual(['billing']);
    expect(response).toMatchObject({
      result: { _meta: { [extensionKey]: { items: [{ ranges: [[0, 3]] }] } } },
    });
  });

  it('declares our extension where it declares completions', async () => {
    const host = create();
    createCompletions().attach(host.server);
    host.prompt('p', { a: z.boolean() });
    const { capabilities } = await connect(host);
    expect(capabilities).toMatchObject({ experimental: { [extensionKey]: {} } });
  });

  it('follows what is registered, updated and removed', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] }, q: { a: ['y'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    expect(errorOf(await client.complete(promptParams('q', 'a'))).code).toBe(-32602);
    host.prompt('q', { a: z.string() });
    expect(valuesOf(await client.complete(promptParams('q', 'a')))).toEqual(['y']);
    const { _registeredPrompts: prompts } = host.server as {
      _registeredPrompts: Record<string, { remove(): void }>;
    };
    prompts['p']?.remove();
    expect(errorOf(await client.complete(promptParams('p', 'a'))).code).toBe(-32602);
  });

  it('takes back what it refuses to register', async () => {
    const host = create();
    createCompletions({ prompts: { p: { misspelt: ['x'] }, q: { a: ['y'] } } }).attach(host.server);
    expect(() => host.prompt('p', { a: z.string() })).toThrow(/misspelt/);
    host.prompt('q', { a: z.string() });
    const client = await connect(host);
    expect(await client.request('prompts/list', {})).toMatchObject({ result: { prompts: [{ name: 'q' }] } });
  });

  it('refuses a prompt whose completer needs an argument that it does not have', () => {
    const host = create();
    createCompletions({ prompts: { p: { repo: lookup(() => [], { needs: ['ownr'] }) } } }).attach(
      host.server,
    );
    expect(() => host.prompt('p', { owner: z.string(), repo: z.string() })).toThrow(
      /needs "ownr".*there is: owner, repo/,
    );
  });

  it('may be attached twice with the same completions, and not with others', () => {
    const host = create();
    const completions = createCompletions();
    expect(completions.attach(host.server)).toBe(host.server);
    expect(completions.attach(host.server)).toBe(host.server);
    expect(() => createCompletions().attach(host.server)).toThrow(
      expect.objectContaining({ code: 'already-attached' }),
    );
  });

  it('passes on to a handler that the author has put in place for what it has no completer for', async () => {
    const host = create({ completions: {} });
    const { server: low } = host.server as { server: Server | ServerV1 };
    if (low instanceof Server)
      low.setRequestHandler('completion/complete', (request) => ownAnswer(request.params));
    else low.setRequestHandler(CompleteRequestSchema, (request) => ownAnswer(request.params));
    createCompletions({ prompts: { p: { a: ['ours'] } } }).attach(host.server);
    host.prompt('p', { a: z.string(), b: z.string() });
    const client = await connect(host);
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['ours']);
    expect(valuesOf(await client.complete(promptParams('p', 'b', 'x')))).toEqual(['own x']);
    expect(valuesOf(await client.complete(promptParams('elsewhere', 'b', 'x')))).toEqual(['own x']);
    expect(errorOf(await client.complete(promptParams('p', 'b', 'fail')))).toMatchObject({
      code: -32602,
      message: 'not this one',
    });
  });
});

describe("the author's own handler", () => {
  const foreign: [what: string, error: unknown][] = [
    ['of the DOM', new DOMException('no answer from db.internal', 'TimeoutError')],
    ['of gRPC', Object.assign(new Error('14 UNAVAILABLE: db.internal:5432'), { code: 14 })],
    ['without a code', new Error('connect ECONNREFUSED db.internal')],
    ['that is no error', 'db.internal'],
  ];

  it.each(foreign)('keeps errors %s off the wire', async (_what, thrown) => {
    const server = new Server(info, { capabilities: { completions: {} } });
    server.setRequestHandler('completion/complete', () => {
      throw thrown;
    });
    const errors: unknown[] = [];
    createCompletions({ onError: (error) => errors.push(error) }).attach(server);
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const client = await createRawClient(near);
    await client.request('initialize', handshake);
    expect(errorOf(await client.complete(promptParams('p', 'a')))).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(errors).toEqual([thrown]);
  });

  it('may answer with an error of its own code', async () => {
    const server = new Server(info, { capabilities: { completions: {} } });
    server.setRequestHandler('completion/complete', () => {
      throw new ProtocolError(4_711, 'ask again tomorrow', { days: 1 });
    });
    createCompletions().attach(server);
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const client = await createRawClient(near);
    await client.request('initialize', handshake);
    expect(errorOf(await client.complete(promptParams('p', 'a')))).toEqual({
      code: 4_711,
      message: 'ask again tomorrow',
      data: { days: 1 },
    });
  });
});

describe.each(connectedKinds)('$title', ({ create, connect }) => {
  it('refuses to be attached after connecting, unless the capability is declared', async () => {
    const late = create();
    late.prompt('p', { a: z.string() });
    await connect(late);
    const completions = createCompletions({ prompts: { p: { a: ['x'] } } });
    expect(() => completions.attach(late.server)).toThrow(
      expect.objectContaining({ code: 'already-connected' }),
    );
    const able = create({ completions: {} });
    able.prompt('p', { a: z.string() });
    const client = await connect(able);
    completions.attach(able.server);
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['x']);
  });

  it('serves one server after the other with one cache', async () => {
    let calls = 0;
    const source = list(() => {
      calls += 1;
      return ['x'];
    });
    const completions = createCompletions({ prompts: { p: { a: source } } });
    for (let at = 0; at < 3; at += 1) {
      const host = create();
      host.prompt('p', { a: z.string() });
      completions.attach(host.server);
      const client = await connect(host);
      expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['x']);
      await client.close();
    }
    expect(calls).toBe(1);
  });

  it('keeps callbacks of different servers apart, although they have one name', async () => {
    const completions = createCompletions();
    const clients: RawClient[] = [];
    for (const tenant of ['acme', 'globex']) {
      const host = create();
      host.prompt('p', { a: sdkCompletable(z.string(), () => [tenant]) });
      completions.attach(host.server);
      clients.push(await connect(host));
    }
    const answers = await Promise.all(clients.map((client) => client.complete(promptParams('p', 'a'))));
    expect(answers.map(valuesOf)).toEqual([['acme'], ['globex']]);
  });

  it('connects again after closing', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    for (let at = 0; at < 2; at += 1) {
      const client = await connect(host);
      expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['x']);
      await client.close();
    }
  });
});

describe('low-level servers', () => {
  it('of v2 complete what is declared', async () => {
    const server = lowLevel().attach(new Server(info, { capabilities: { prompts: {} } }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    expect(await answersOf(await createRawClient(near))).toEqual(lowLevelAnswers);
  });

  it('of v1 complete what is declared', async () => {
    const server = lowLevel().attach(new ServerV1(info, { capabilities: { prompts: {} } }));
    const [near, far] = InMemoryTransportV1.createLinkedPair();
    await server.connect(far);
    expect(await answersOf(await createRawClient(near))).toEqual(lowLevelAnswers);
  });

  it('that are none are refused with advice', () => {
    for (const server of [{}, { server: {} }, new Map(), () => undefined]) {
      expect(() => createCompletions().attach(server)).toThrow(
        expect.objectContaining({ code: 'unsupported-server' }),
      );
    }
  });
});

describe("the SDK's own client", () => {
  it('gets completions, and its cancellation reaches the source', async () => {
    const asked = defer<AbortSignal>();
    const server = new McpServer(info);
    createCompletions({
      prompts: {
        p: {
          a: ['x', 'y'],
          slow: lookup(({ signal }) => {
            asked.resolve(signal);
            return new Promise<never>(() => undefined);
          }),
        },
      },
    }).attach(server);
    server.registerPrompt('p', { argsSchema: z.object({ a: z.string(), slow: z.string() }) }, () => ({
      messages: [],
    }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client(info);
    await Promise.all([server.connect(far), client.connect(near as never)]);
    const ref = { type: 'ref/prompt', name: 'p' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'a', value: 'y' } });
    expect(completion).toEqual({ values: ['y'], total: 1, hasMore: false });
    const controller = new AbortController();
    const slow = client.complete(
      { ref, argument: { name: 'slow', value: '' } },
      { signal: controller.signal },
    );
    const signal = await asked.promise;
    expect(signal.aborted).toBe(false);
    controller.abort();
    await expect(slow).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    await client.close();
  });
});
