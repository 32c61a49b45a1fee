import { createCompletions, lookup } from '@mcp-typeahead/server';
import { completable as completableV1 } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completable, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { connectedKinds, hostKinds } from '../support/hosts.js';
import { errorOf, promptParams, valuesOf } from '../support/raw-client.js';

const wrappings: Record<string, () => z.ZodType> = {
  a: () => completable(z.string(), () => ['one', 'two']),
  b: () => completable(z.string(), () => ['one', 'two']).optional(),
  c: () => completable(z.string(), () => ['one', 'two']).nullable(),
  d: () => completable(z.string(), () => ['one', 'two']).default('one'),
  e: () =>
    completable(z.string(), () => ['one', 'two'])
      .optional()
      .describe('Which one'),
  f: () => completable(z.string().optional(), () => ['one', 'two']),
  g: () => completable(z.string(), () => ['one', 'two']).transform((text) => text.length),
  // Neighbours of the reported ones.
  h: () =>
    completable(z.string(), () => ['one', 'two'])
      .describe('Which one')
      .nullish()
      .default(null),
  i: () =>
    completable(z.string(), () => ['one', 'two'])
      .min(1)
      .catch('one')
      .readonly(),
  j: () =>
    completable(z.string(), () => ['one', 'two'])
      .pipe(z.string())
      .optional(),
};

const withMisspelt = () => createCompletions({ prompts: { p: { misspelt: ['x'] } } });

describe.each(hostKinds)('$title', ({ create, connect }) => {
  it('BUG-001 a server with tools only starts, declares no completions and answers -32601', async () => {
    const host = create();
    host.tool('ping');
    createCompletions({ prompts: { x: { a: ['1'] } } }).attach(host.server);
    const client = await connect(host);
    expect(client.capabilities).not.toHaveProperty('completions');
    expect(JSON.stringify(client.capabilities)).not.toContain('mcp-typeahead');
    expect(await client.request('tools/list', {})).toMatchObject({ result: { tools: [{ name: 'ping' }] } });
    expect(errorOf(await client.complete(promptParams('x', 'a'))).code).toBe(-32601);
  });

  it('BUG-001 neighbour: a prompt whose arguments are open text declares no completions either', async () => {
    const host = create();
    createCompletions().attach(host.server);
    host.prompt('note', { text: z.string() });
    const client = await connect(host);
    expect(client.capabilities).not.toHaveProperty('completions');
    expect(errorOf(await client.complete(promptParams('note', 'text'))).code).toBe(-32601);
  });

  it('BUG-012 a completable argument completes however it is wrapped', async () => {
    const host = create();
    createCompletions().attach(host.server);
    host.prompt('q', Object.fromEntries(Object.entries(wrappings).map(([name, make]) => [name, make()])));
    const client = await connect(host);
    for (const name of Object.keys(wrappings)) {
      expect([name, valuesOf(await client.complete(promptParams('q', name)))]).toEqual([
        name,
        ['one', 'two'],
      ]);
    }
  });

  it.each(Object.keys(wrappings))(
    'BUG-012 completions are declared where the only completable argument is wrapping %s',
    async (name) => {
      const host = create();
      host.prompt('q', { only: wrappings[name]?.() ?? z.string() });
      createCompletions().attach(host.server);
      const client = await connect(host);
      expect(client.capabilities).toHaveProperty('completions');
      expect(valuesOf(await client.complete(promptParams('q', 'only')))).toEqual(['one', 'two']);
    },
  );

  it('BUG-039 completers of any number of parameters work', async () => {
    const host = create();
    createCompletions({
      prompts: { p: { a: lookup(() => ['zero']), b: lookup(({ value }) => [`${value}!`]) } },
    }).attach(host.server);
    host.prompt('p', { a: z.string(), b: z.string(), c: completable(z.string(), () => ['none']) });
    const client = await connect(host);
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['zero']);
    expect(valuesOf(await client.complete(promptParams('p', 'b', 'one')))).toEqual(['one!']);
    expect(valuesOf(await client.complete(promptParams('p', 'c', 'x')))).toEqual(['none']);
  });

  it.each([
    ['an async generator', async function* () {}],
    ['not a function', 42],
  ])(
    'BUG-039 %s is refused where the prompt is registered, by the names of prompt and argument',
    (_what, complete) => {
      const fields = () => ({ c: completable(z.string(), complete as never) });
      const early = create();
      createCompletions().attach(early.server);
      expect(() => early.prompt('p', fields())).toThrow(/prompt "p", argument "c"/);
      const late = create();
      late.prompt('p', fields());
      expect(() => createCompletions().attach(late.server)).toThrow(/prompt "p", argument "c"/);
    },
  );

  it('BUG-039 a completer for an argument that the prompt does not declare is refused, before and after', () => {
    const early = create();
    withMisspelt().attach(early.server);
    const message = /prompt "p", argument "misspelt": no such name; there is: e/;
    expect(() => early.prompt('p', { e: z.string() })).toThrow(message);
    const late = create();
    late.prompt('p', { e: z.string() });
    expect(() => withMisspelt().attach(late.server)).toThrow(message);
    const bare = create();
    bare.prompt('p');
    expect(() => withMisspelt().attach(bare.server)).toThrow(/it has none/);
  });

  it('BUG-022 a template with an expression that RFC 6570 does not have is refused where it is registered', () => {
    const uri = 'kubernetes://{resourceType}/{namespace?}';
    const early = create();
    createCompletions().attach(early.server);
    expect(() => early.template('k8s', uri)).toThrow(/\{namespace\?\}/);
    const late = create();
    late.template('k8s', uri);
    expect(() => createCompletions().attach(late.server)).toThrow(/\{namespace\?\}/);
    expect(() => createCompletions({ resources: { [uri]: {} } })).toThrow(/\{namespace\?\}/);
  });
});

describe.each(connectedKinds)('$title', ({ create, connect }) => {
  const capabilities = { completions: {}, prompts: { listChanged: true } };

  it('BUG-008 a prompt with a declared completer is registered after connecting, and completes', async () => {
    const host = create(capabilities);
    createCompletions({ prompts: { deploy: { env: ['dev', 'prod'] } } }).attach(host.server);
    const client = await connect(host);
    host.prompt('deploy', { env: z.string() });
    expect(valuesOf(await client.complete(promptParams('deploy', 'env', 'p')))).toEqual(['prod']);
    const changes = client.received.filter((message) => 'method' in message);
    expect(changes).toEqual([{ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' }]);
  });

  it('BUG-008 a completable prompt is registered after connecting, and completes', async () => {
    const host = create(capabilities);
    createCompletions().attach(host.server);
    const client = await connect(host);
    host.prompt('deploy', {
      env: completable(z.string(), (text) => ['dev', 'prod'].filter((env) => env.startsWith(text))),
    });
    expect(valuesOf(await client.complete(promptParams('deploy', 'env', 'p')))).toEqual(['prod']);
    expect(client.received.filter((message) => 'method' in message)).toHaveLength(1);
  });

  it('BUG-008 lateRegistration declares the capability for what comes later', async () => {
    const host = create();
    createCompletions({ prompts: { deploy: { env: ['dev', 'prod'] } }, lateRegistration: true }).attach(
      host.server,
    );
    const client = await connect(host);
    expect(client.capabilities).toHaveProperty('completions');
    expect(errorOf(await client.complete(promptParams('deploy', 'env'))).code).toBe(-32602);
    host.prompt('deploy', { env: z.string() });
    expect(valuesOf(await client.complete(promptParams('deploy', 'env', 'p')))).toEqual(['prod']);
  });

  it('BUG-008 lateRegistration alone is enough for a prompt that completes by its schema', async () => {
    const host = create();
    createCompletions({ lateRegistration: true }).attach(host.server);
    const client = await connect(host);
    host.prompt('deploy', { env: z.enum(['dev', 'prod']) });
    expect(valuesOf(await client.complete(promptParams('deploy', 'env', 'p')))).toEqual(['prod']);
    expect(client.received.filter((message) => 'method' in message)).toHaveLength(1);
  });

  it('BUG-008 without the capability a late prompt is registered all the same, and the log says why it cannot complete', async () => {
    const errors: unknown[] = [];
    const host = create();
    host.prompt('note', { text: z.string() });
    createCompletions({ onError: (error) => errors.push(error) }).attach(host.server);
    const client = await connect(host);
    host.prompt('deploy', { env: completable(z.string(), () => ['dev']) });
    expect(errorOf(await client.complete(promptParams('deploy', 'env'))).code).toBe(-32601);
    expect(errors).toMatchObject([{ code: 'already-connected' }]);
  });
});

describe('schema libraries', () => {
  const schemas = {
    zod: z.object({ language: z.string() }),
    valibot: v.object({ language: v.string() }),
    arktype: type({ language: 'string' }),
    'JSON Schema': fromJsonSchema({ type: 'object', properties: { language: { type: 'string' } } }),
  };

  it.each(Object.entries(schemas))(
    'BUG-011 a completer is found by name with %s',
    async (_library, argsSchema) => {
      const server = new McpServer({ name: 'host', version: '1.0.0' });
      createCompletions({ prompts: { greet: { language: ['en', 'fr'] } } }).attach(server);
      server.registerPrompt('greet', { argsSchema: argsSchema as never }, () => ({ messages: [] }));
      const client = await connectedKinds[0]?.connect({ server } as never);
      const response = await client?.complete(promptParams('greet', 'language', 'f'));
      expect(response && valuesOf(response)).toEqual(['fr']);
    },
  );

  it('BUG-011 BUG-012 the same with zod 3 on SDK v1', async () => {
    const server = new McpServerV1({ name: 'host', version: '1.0.0' });
    createCompletions({ prompts: { greet: { language: ['en', 'fr'] } } }).attach(server);
    const tone = completableV1(z3.string(), () => ['formal', 'casual']);
    const fields = {
      language: z3.string(),
      tone: tone.optional().describe('How'),
      nullable: tone.nullable(),
      set: tone.default('x'),
    };
    server.registerPrompt(
      'greet',
      {
        argsSchema: { ...fields, cut: tone.transform((text) => text.length) } as object as Record<
          string,
          z.ZodString
        >,
      },
      () => ({ messages: [] }),
    );
    const client = await connectedKinds[1]?.connect({ server } as never);
    if (client === undefined) throw new Error('no connection');
    expect(valuesOf(await client.complete(promptParams('greet', 'language', 'f')))).toEqual(['fr']);
    for (const name of ['tone', 'nullable', 'set', 'cut']) {
      expect(valuesOf(await client.complete(promptParams('greet', name)))).toEqual(['formal', 'casual']);
    }
  });
});
