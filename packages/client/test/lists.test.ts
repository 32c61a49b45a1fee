import { describe, expect, test } from 'vitest';
import { clients, connect, RawError } from './support/raw-server.js';

const page = (member: string, entries: readonly object[], nextCursor?: unknown): object => ({
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  [member]: entries,
  ...(nextCursor !== undefined && { nextCursor }),
});

describe.each(clients)('before SDK %s', (kind) => {
  test('prompts and templates are listed over all pages', async () => {
    const { typeahead } = await connect(kind, {
      capabilities: { completions: {}, prompts: {}, resources: {} },
      on: {
        'prompts/list': ({ cursor } = {}) =>
          cursor === undefined ? page('prompts', [{ name: 'a' }], '2') : page('prompts', [{ name: 'b' }]),
        'resources/templates/list': ({ cursor } = {}) =>
          cursor === undefined
            ? page('resourceTemplates', [{ name: 't', uriTemplate: 'x://{y}' }], '2')
            : page('resourceTemplates', [{ name: 'u', uriTemplate: 'z://{y}' }]),
      },
    });
    expect((await typeahead.listPrompts()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await typeahead.listTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual([
      'x://{y}',
      'z://{y}',
    ]);
  });

  test('what is not declared is not asked for, and empty', async () => {
    const { typeahead, server } = await connect(kind, { capabilities: { completions: {} } });
    expect(await typeahead.listPrompts()).toEqual([]);
    expect(await typeahead.listTemplates()).toEqual([]);
    expect(server.received.filter(({ method }) => method?.includes('list'))).toEqual([]);
  });

  test('pages that never end, or come again, end all the same', async () => {
    const { typeahead, server } = await connect(kind, {
      on: { 'prompts/list': () => page('prompts', [{ name: 'a' }], 'again') },
    });
    expect((await typeahead.listPrompts()).map(({ name }) => name)).toEqual(['a', 'a']);
    expect(server.sent('prompts/list')).toHaveLength(2);
  });

  test('a failure is one of our codes', async () => {
    const { typeahead } = await connect(kind, { on: { 'prompts/list': () => new RawError(-32_603, 'no') } });
    await expect(typeahead.listPrompts()).rejects.toMatchObject({
      name: 'ClientError',
      code: 'refused',
      rpcCode: -32_603,
    });
  });
});
