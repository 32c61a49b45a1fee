import { completer, type SourceRequest } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { ProtocolError } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mcpResourceSource, mcpToolSource, type McpCaller, type McpToolSourceOptions } from '../src/index.js';
import { connectMcp, type McpPair } from './support/mcp-pair.js';
import { ask, toAnswer, valuesOf } from './support/test-io-source.js';

async function pair(handler: McpPair['handler']): Promise<McpPair> {
  const connected = await connectMcp(handler);
  onTestFinished(connected.close);
  return connected;
}

const listing = (...uris: readonly string[]): Promise<McpPair> =>
  pair(() => ({ resources: uris.map((uri) => ({ uri, name: uri })) }));

const repositories = [
  'repo://octo/docs',
  'repo://octo/site',
  'repo://acme/docs',
  'file:///etc/hosts',
] as const;

const ttl = async (...ttls: unknown[]) => {
  const caller: McpCaller = {
    request: async (_, { cursor = 0 }) => ({
      resources: [],
      ttlMs: ttls[Number(cursor)],
      ...(Number(cursor) < ttls.length - 1 && { nextCursor: String(Number(cursor) + 1) }),
    }),
  };
  return toAnswer(await ask(mcpResourceSource({ caller, template: 'n://{id}', variable: 'id' }), '')).ttlMs;
};

describe('resources', () => {
  it('are read backwards through the template; others are passed over', async () => {
    const { caller } = await listing(...repositories);
    const template = 'repo://{owner}/{repo}';
    const owners = mcpResourceSource({ caller, template, variable: 'owner' });
    expect(owners.uses).toEqual(['repo']);
    expect(valuesOf(toAnswer(await ask(owners, '')).candidates)).toEqual(['octo', 'acme']);
    const repos = mcpResourceSource({ caller, template, variable: 'repo' });
    expect(valuesOf(toAnswer(await ask(repos, '')).candidates)).toEqual(['docs', 'site']);
  });

  it('are narrowed by what is filled in already', async () => {
    const { caller } = await listing(...repositories);
    const source = mcpResourceSource({ caller, template: 'repo://{owner}/{repo}', variable: 'repo' });
    const probe = testCompleter(completer(source, { uses: source.uses }));
    expect((await probe.complete('', { arguments: { owner: 'acme' } })).values).toEqual(['docs']);
    expect((await probe.complete('', { arguments: { owner: 'octo' } })).values).toEqual(['docs', 'site']);
    expect((await probe.complete('', { arguments: { owner: '' } })).values).toEqual(['docs', 'site']);
    expect((await probe.complete('', { arguments: { owner: 'nobody' } })).values).toEqual([]);
    expect((await probe.complete('si', { arguments: { other: 'x' } })).values).toEqual(['site']);
  });

  it('are decoded, and titled where one of them has the value for itself', async () => {
    const { caller } = await pair(() => ({
      resources: [
        { uri: 'note://caf%C3%A9%2F1', name: 'first', title: 'The first note' },
        { uri: 'note://b', name: 'b' },
        { uri: 'note://c', name: 'one' },
        { uri: 'note://c', name: 'two' },
        { uri: 'note://', name: 'none' },
      ],
    }));
    const source = mcpResourceSource({ caller, template: 'note://{id}', variable: 'id' });
    expect(toAnswer(await ask(source, '')).candidates).toEqual([
      { value: 'caf\u00e9/1', title: 'The first note' },
      'b',
      'c',
    ]);
  });

  it('are read page by page, as far as the bounds', async () => {
    const { caller, requests } = await pair(({ cursor = '0' }) => ({
      resources: [{ uri: `n://${String(cursor)}`, name: 'n' }],
      ...(Number(cursor) < 4 && { nextCursor: String(Number(cursor) + 1) }),
    }));
    const options = { caller, template: 'n://{id}', variable: 'id' };
    const all = toAnswer(await ask(mcpResourceSource(options), ''));
    expect(all.complete).toBe(true);
    expect(valuesOf(all.candidates)).toEqual(['0', '1', '2', '3', '4']);
    expect(requests.at(-1)?.params).toMatchObject({ cursor: '4' });
    const few = toAnswer(await ask(mcpResourceSource({ ...options, maxPages: 2 }), ''));
    expect(few).toMatchObject({ complete: false, candidates: { length: 2 } });
  });

  it('whose pages go round in circles come to an end', async () => {
    const { caller, requests } = await pair(() => ({
      resources: [{ uri: 'n://a', name: 'n' }],
      nextCursor: 'again',
    }));
    const answer = toAnswer(
      await ask(mcpResourceSource({ caller, template: 'n://{id}', variable: 'id' }), ''),
    );
    expect(answer).toMatchObject({ complete: false, candidates: { length: 1 } });
    expect(requests).toHaveLength(2);
  });

  it('are fresh for the shortest time that the server says, a second at least', async () => {
    expect(await ttl(60_000, 5_000, undefined)).toBe(5_000);
    expect(await ttl(0)).toBe(1_000);
    expect(await ttl('soon')).toBeUndefined();
  });

  it('are none where the server has no such list, and an error without its words where it refuses', async () => {
    const codes = { code: -32601 };
    const { caller } = await pair(() => {
      throw new ProtocolError(codes.code, 'hunter2');
    });
    const source = mcpResourceSource({ caller, template: 'n://{id}', variable: 'id' });
    expect(toAnswer(await ask(source, '')).candidates).toEqual([]);
    codes.code = -32603;
    await expect(ask(source, '')).rejects.toMatchObject({
      code: 'refused',
      message: 'resources/list: the server answers with error -32603',
    });
  });

  it('need a template that has the variable', async () => {
    const { caller } = await listing();
    const options = [
      { template: 'n://{id}', variable: 'name' },
      { template: 'n://{id', variable: 'id' },
    ];
    for (const option of options) {
      expect(() => mcpResourceSource({ caller, ...option })).toThrow(
        expect.objectContaining({ code: 'invalid-option' }),
      );
    }
  });

  it('of odd shapes do no harm', async () => {
    const odd = [null, 7, 'x', {}, { uri: 7 }, { uri: 'n://a', name: null, title: 3 }];
    const caller: McpCaller = { request: () => Promise.resolve({ resources: odd }) };
    const source = mcpResourceSource({ caller, template: 'n://{id}', variable: 'id' });
    expect(toAnswer(await ask(source, '')).candidates).toEqual(['a']);
    const none: McpCaller = { request: () => Promise.resolve({ resources: 'many' }) };
    expect(
      toAnswer(await ask(mcpResourceSource({ caller: none, template: 'n://{id}', variable: 'id' }), '')),
    ).toEqual({ candidates: [], complete: true, ttlMs: undefined });
    const nothing: McpCaller = { request: () => Promise.resolve(null) };
    await expect(
      ask(mcpResourceSource({ caller: nothing, template: 'n://{id}', variable: 'id' }), ''),
    ).rejects.toMatchObject({ code: 'bad-format' });
  });
});

const calling = async (
  result: Record<string, unknown>,
  options: Omit<McpToolSourceOptions, 'caller' | 'tool'> = {},
) => {
  const { caller, requests } = await pair(() => ({ content: [], ...result }));
  return { source: mcpToolSource({ caller, tool: 'find', ...options }), requests };
};

describe('a tool', () => {
  it('is called with what was typed and what is filled in, in strings at any depth', async () => {
    const { source, requests } = await calling(
      { structuredContent: { rows: ['a'] } },
      {
        pointer: '/rows',
        arguments: { q: '{value}*', where: { team: ['{arguments.team}', 3, null, true] }, limit: 20 },
      },
    );
    expect(source).toMatchObject({ kind: 'query', needs: ['team'] });
    await ask(source, '"{arguments.team}"', undefined, { team: 'core' });
    expect(requests[0]?.params).toMatchObject({
      name: 'find',
      arguments: { q: '"{arguments.team}"*', where: { team: ['core', 3, null, true] }, limit: 20 },
    });
    expect(await ask(source, 'x', undefined, { team: '' })).toEqual({ candidates: [] });
    expect(requests).toHaveLength(1);
  });

  it('that needs nothing typed gives a list', async () => {
    const { source } = await calling(
      { structuredContent: { rows: [{ id: 1, label: 'One' }, null, { label: 'none' }] } },
      { pointer: '/rows', column: 'id', title: 'label' },
    );
    expect(source.kind).toBe('list');
    expect(await ask(source, '')).toEqual({ candidates: [{ value: '1', title: 'One' }], complete: true });
  });

  it('may answer with JSON in a text', async () => {
    const content = [
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'text', text: '["a","b"]' },
    ];
    const { source } = await calling({ content });
    expect(toAnswer(await ask(source, '')).candidates).toEqual(['a', 'b']);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ content: [{ type: 'text', text: 'no user hunter2' }], isError: true }, 'refused'],
    [{ content: [{ type: 'text', text: 'hunter2' }] }, 'bad-format'],
    [{ content: [] }, 'bad-format'],
    [{ structuredContent: { a: 1 } }, 'bad-format'],
  ])('that answers with something else is an error without its words: %j', async (result, code) => {
    const { source } = await calling(result);
    const error = await ask(source, '').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'SourceError',
      code,
      message: expect.stringMatching(/^tool find: /),
    });
    expect(String(error)).not.toContain('hunter2');
  });

  it('gives a part of what it found as far as anybody knows, and all where it found nothing', async () => {
    const options = { arguments: { q: '{value}' }, pointer: '/rows' };
    const some = await calling({ structuredContent: { rows: ['a', 'b'] } }, options);
    expect(await ask(some.source, 'a')).toMatchObject({ complete: false });
    const none = await calling({ structuredContent: { rows: [] } }, options);
    expect(await ask(none.source, 'a')).toEqual({ candidates: [], complete: true });
    const bounded = await calling(
      { structuredContent: { rows: ['a', 'b'] } },
      { pointer: '/rows', maxCandidates: 1 },
    );
    expect(await ask(bounded.source, '')).toEqual({ candidates: ['a'], complete: false });
  });

  it.each([
    [{ pointer: 'rows' }],
    [{ arguments: { q: '{query}' } }],
    [{ arguments: { q: ['{value'] } }],
    [{ arguments: { q: { a: '{arguments.}' } } }],
  ])('is refused at once with options that cannot be: %j', (options) => {
    const caller: McpCaller = { request: () => Promise.resolve({}) };
    expect(() => mcpToolSource({ caller, tool: 'find', ...options })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
  });
});

describe('the caller', () => {
  it('may be chosen for each request', async () => {
    const [first, second] = [await listing('n://first'), await listing('n://second')];
    const callers: Record<string, McpCaller> = { first: first.caller, second: second.caller };
    const source = mcpResourceSource({
      caller: ({ session }: SourceRequest) => callers[session!.id]!,
      template: 'n://{id}',
      variable: 'id',
    });
    const { signal } = new AbortController();
    for (const id of ['first', 'second']) {
      const request = { arguments: {}, principal: undefined, signal, session: { id, context: undefined } };
      expect(toAnswer(await source.load(request)).candidates).toEqual([{ value: id, title: `n://${id}` }]);
    }
  });

  it('that fails in its own way is an error without its words', async () => {
    const caller: McpCaller = { request: () => Promise.reject(new Error('hunter2')) };
    const source = mcpToolSource({ caller, tool: 'find' });
    const error = await ask(source, '').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unreachable', message: 'tool find: the server does not answer' });
  });
});
