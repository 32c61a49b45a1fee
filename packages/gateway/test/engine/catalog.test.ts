import { describe, expect, test } from 'vitest';
import type { CompletionRef } from '@mcp-typeahead/protocol';
import { AskError } from '../../src/engine/ask-error.js';
import { createCatalog } from '../../src/engine/catalog.js';
import type { Ask } from '../../src/engine/peer.js';

interface Upstream {
  prompts?: string[];
  templates?: string[];
  resources?: string[];
  ttlMs?: number;
  error?: AskError;
  cursor?: (page: number) => string | undefined;
}

function createUpstream(state: Upstream): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async (method) => {
    asked.push(method);
    if (state.error !== undefined) throw state.error;
    const nextCursor = state.cursor?.(asked.length);
    const { ttlMs } = state;
    const more = { ...(nextCursor !== undefined && { nextCursor }), ...(ttlMs !== undefined && { ttlMs }) };
    if (method === 'prompts/list')
      return { prompts: (state.prompts ?? []).map((name) => ({ name })), ...more };
    if (method === 'resources/list')
      return { resources: (state.resources ?? []).map((uri) => ({ uri })), ...more };
    return { resourceTemplates: (state.templates ?? []).map((uriTemplate) => ({ uriTemplate })), ...more };
  };
  return { ask, asked };
}

const prompt = (name: string): CompletionRef => ({ type: 'ref/prompt', name });
const resource = (uri: string): CompletionRef => ({ type: 'ref/resource', uri });

test('a list is read once and serves until it expires', async () => {
  let now = 0;
  const catalog = createCatalog(() => now);
  const { ask, asked } = createUpstream({ prompts: ['a', 'b'] });
  for (const name of ['a', 'b', 'a']) {
    expect(await catalog.standing(prompt(name), ask)).toEqual({ is: 'listed', ref: prompt(name) });
  }
  expect(asked).toEqual(['prompts/list']);
  now = 60_001;
  await catalog.standing(prompt('a'), ask);
  expect(asked).toHaveLength(2);
});

test('what is missing is looked for again, at most once a second', async () => {
  let now = 0;
  const state: Upstream = { prompts: ['a'] };
  const catalog = createCatalog(() => now);
  const { ask, asked } = createUpstream(state);
  expect(await catalog.standing(prompt('b'), ask)).toEqual({ is: 'absent' });
  state.prompts = ['a', 'b'];
  now = 1_000;
  expect(await catalog.standing(prompt('b'), ask)).toEqual({ is: 'absent' });
  now = 1_001;
  expect(await catalog.standing(prompt('b'), ask)).toMatchObject({ is: 'listed' });
  expect(asked).toHaveLength(2);
});

test('the upstream’s own `ttlMs` counts, within bounds', async () => {
  let now = 0;
  const catalog = createCatalog(() => now);
  const { ask, asked } = createUpstream({ prompts: ['a'], ttlMs: 5_000 });
  await catalog.standing(prompt('a'), ask);
  now = 4_999;
  await catalog.standing(prompt('a'), ask);
  expect(asked).toHaveLength(1);
  now = 5_000;
  await catalog.standing(prompt('a'), ask);
  expect(asked).toHaveLength(2);
});

test('list_changed of one kind leaves the other alone', async () => {
  const catalog = createCatalog(() => 0);
  const { ask, asked } = createUpstream({ prompts: ['a'], templates: ['x://{y}'] });
  await catalog.standing(prompt('a'), ask);
  await catalog.standing(resource('x://{y}'), ask);
  catalog.forget('resources');
  await catalog.standing(prompt('a'), ask);
  await catalog.standing(resource('x://{y}'), ask);
  expect(asked).toEqual(['prompts/list', 'resources/templates/list', 'resources/templates/list']);
});

describe('a resource reference', () => {
  const { ask } = createUpstream({
    templates: ['repo://{owner}/readme', 'bad://{unclosed'],
    resources: ['file:///a'],
  });
  test.each([
    [
      'the template itself',
      'repo://{owner}/readme',
      { is: 'listed', ref: resource('repo://{owner}/readme') },
    ],
    [
      'the template, spelled otherwise',
      'REPO://{owner}/readme',
      { is: 'listed', ref: resource('repo://{owner}/readme') },
    ],
    ['a URI made from it', 'repo://octo/readme', { is: 'listed', ref: resource('repo://{owner}/readme') }],
    [
      'a template that cannot be parsed',
      'bad://{unclosed',
      { is: 'listed', ref: resource('bad://{unclosed') },
    ],
    ['a listed resource', 'file:///a', { is: 'plain-resource' }],
    ['anything else', 'file:///b', { is: 'absent' }],
    ['a name of every object', 'constructor', { is: 'absent' }],
  ])('%s', async (_, uri, expected) => {
    expect(await createCatalog(() => 0).standing(resource(uri), ask)).toEqual(expected);
  });
});

test('a list that the upstream does not know is an empty one', async () => {
  const { ask } = createUpstream({ error: new AskError('refused', 'no', -32601) });
  expect(await createCatalog(() => 0).standing(prompt('a'), ask)).toEqual({ is: 'absent' });
});

test('a list that cannot be read is asked for again after a second, not at every keystroke', async () => {
  let now = 0;
  const state: Upstream = { prompts: ['a'], error: new AskError('refused', 'no', -32603) };
  const catalog = createCatalog(() => now);
  const { ask, asked } = createUpstream(state);
  expect(await catalog.standing(prompt('a'), ask)).toEqual({ is: 'unreadable' });
  expect(await catalog.standing(prompt('a'), ask)).toEqual({ is: 'unreadable' });
  expect(asked).toHaveLength(1);
  now = 1_000;
  delete state.error;
  expect(await catalog.standing(prompt('a'), ask)).toMatchObject({ is: 'listed' });
});

test('a reader that goes away says nothing about the list', async () => {
  const state: Upstream = { prompts: ['a'], error: new AskError('interrupted', 'gone') };
  const catalog = createCatalog(() => 0);
  const { ask } = createUpstream(state);
  await expect(catalog.standing(prompt('a'), ask)).rejects.toMatchObject({ code: 'interrupted' });
  delete state.error;
  expect(await catalog.standing(prompt('a'), ask)).toMatchObject({ is: 'listed' });
});

test.each([
  ['the same cursor again', () => 'same'],
  ['a new cursor for ever', (page: number) => String(page)],
])('an upstream that pages in circles is left: %s', async (_, cursor) => {
  const { ask, asked } = createUpstream({ prompts: ['a'], cursor });
  const catalog = createCatalog(() => 0);
  expect(await catalog.standing(prompt('a'), ask)).toMatchObject({ is: 'listed' });
  expect(await catalog.standing(prompt('b'), ask)).toEqual({ is: 'unclear' });
  expect(asked.length).toBeLessThanOrEqual(200);
});

test('a variable may have a hyphen, as real servers list them', async () => {
  const { ask } = createUpstream({ templates: ['user://{user-id}/profile'] });
  expect(await createCatalog(() => 0).standing(resource('user://ada/profile'), ask)).toEqual({
    is: 'listed',
    ref: resource('user://{user-id}/profile'),
  });
});

test('of two spellings of one template the first listed is meant', async () => {
  const { ask } = createUpstream({ templates: ['AB://{x}', 'Ab://{x}'] });
  expect(await createCatalog(() => 0).standing(resource('ab://{x}'), ask)).toMatchObject({
    ref: resource('AB://{x}'),
  });
});

test('a long URI is read once, however many templates are listed', async () => {
  const templates = Array.from({ length: 300 }, (_, index) => `files://host${index}/{+path}/end${index}`);
  const { ask } = createUpstream({ templates });
  const catalog = createCatalog(() => 0);
  await catalog.standing(resource('files://a'), ask);
  const uri = `files://host0/${'é/%41'.repeat(16_000)}`;
  const startedAt = performance.now();
  expect(await catalog.standing(resource(uri), ask)).toEqual({ is: 'absent' });
  // Reading the URI anew for each template takes some seconds.
  expect(performance.now() - startedAt).toBeLessThan(500);
});
