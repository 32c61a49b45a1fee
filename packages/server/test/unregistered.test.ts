import { createCompletions, values } from '@mcp-typeahead/server';
import type { CompletionsOptions } from '@mcp-typeahead/server';
import { serveStdio } from '@mcp-typeahead/server/stdio';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectedKinds } from './support/hosts.js';
import { promptParams, valuesOf } from './support/raw-client.js';

const cities = values(['Porto', 'London']);

function recorded(options: CompletionsOptions) {
  const told: { code: unknown; message: string; ref: unknown }[] = [];
  const completions = createCompletions({
    ...options,
    onError: (error, { ref }) => {
      const { code, message } = error as { code: unknown; message: string };
      told.push({ code, message, ref });
    },
  });
  return { told, completions };
}

describe.each(connectedKinds)('$title', ({ create, connect }) => {
  it('tells of declared names that are not registered when it connects, and works with the others', async () => {
    const { told, completions } = recorded({
      prompts: { tripp: { city: cities }, trip: { city: cities }, bare: {} },
      resources: { 'city://{nation}': { nation: ['pt'] }, 'CITY://{country}': { country: ['pt'] } },
    });
    const host = create();
    host.prompt('trip', { city: z.string() });
    host.template('cities', 'city://{country}');
    completions.attach(host.server);
    const client = await connect(host);
    expect(told).toEqual([
      {
        code: 'not-registered',
        ref: { type: 'ref/prompt', name: 'tripp' },
        message: expect.stringMatching(/^prompt "tripp" has completers.*; registered: "trip"\./),
      },
      {
        code: 'not-registered',
        ref: { type: 'ref/resource', uri: 'city://{nation}' },
        message: expect.stringMatching(/^resource template "city:.*; registered: "city:\/\/\{country\}"/),
      },
    ]);
    expect(valuesOf(await client.complete(promptParams('trip', 'city', 'lon')))).toEqual(['London']);
    await client.close();
  });

  it('tells of it too where nothing can be completed at all', async () => {
    const { told, completions } = recorded({ prompts: { tripp: { city: cities } } });
    const host = create();
    host.tool('t');
    completions.attach(host.server);
    const client = await connect(host);
    expect(client.capabilities['completions']).toBeUndefined();
    expect(told).toMatchObject([{ message: expect.stringContaining('no prompt is') }]);
    await client.close();
  });

  it('says nothing with lateRegistration, nor again for another server, nor of what another one had', async () => {
    const late = recorded({ prompts: { later: { city: cities } }, lateRegistration: true });
    const shared = recorded({ prompts: { trip: { city: cities }, tripp: { city: cities } } });
    for (const { completions } of [late, shared, shared]) {
      const host = create();
      if (completions === shared.completions && shared.told.length === 0) {
        host.prompt('trip', { city: z.string() });
      } else host.tool('t');
      completions.attach(host.server);
      await (await connect(host)).close();
    }
    expect(late.told).toEqual([]);
    expect(shared.told.map(({ ref }) => ref)).toEqual([{ type: 'ref/prompt', name: 'tripp' }]);
  });
});

describe('a server without a registry', () => {
  it('is not asked what it has registered', async () => {
    const { told, completions } = recorded({ prompts: { p: { a: cities } } });
    const server = new Server({ name: 'low', version: '1.0.0' }, { capabilities: { prompts: {} } });
    completions.attach(server);
    const [transport] = InMemoryTransport.createLinkedPair();
    await server.connect(transport);
    expect(told).toEqual([]);
    await server.close();
  });
});

describe('serveStdio', () => {
  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['completions', createCompletions()],
    ['a transport', InMemoryTransport.createLinkedPair()[0]],
  ])('refuses %s by the words that attach has, before it reads stdin', async (_what, target) => {
    await expect(serveStdio(target as never)).rejects.toMatchObject({
      name: 'CompletionsError',
      code: 'unsupported-server',
      message: expect.stringContaining('takes an McpServer or Server'),
    });
    expect(process.stdin.listenerCount('data')).toBe(0);
  });
});
