import { createTypeahead } from '@mcp-typeahead/client';
import { createTemplateForm } from '@mcp-typeahead/client/forms';
import { parseUriTemplate } from '@mcp-typeahead/protocol';
import { expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.js';
import { createScriptedClient, result } from '../support/scripted-client.js';
import { eventually } from '../support/eventually.js';

function setUp(latencyMs: (value: string) => number, ready?: Promise<void>) {
  const clock = createFakeClock();
  const read: object[] = [];
  const client = {
    ...createScriptedClient({
      clock,
      answer: ({ argument }) =>
        result([`${argument.value}/readme.txt`, `${argument.value}/b`], { hasMore: true }),
      latencyMs: ({ argument }) => latencyMs(argument.value),
    }),
    readResource: async (params: object) => {
      read.push(params);
      return { contents: [] };
    },
  };
  const typeahead = createTypeahead(client, { clock, ...(ready && { ready }) });
  return { clock, client, read, typeahead };
}

test('BUG-046 a value with slashes is encoded as its expression wants it, and reads back as itself', async () => {
  const { clock, read, typeahead } = setUp(() => 10);
  const expected = { 'a://{path}': 'a://docs%2Freadme.txt', 'b://{+path}': 'b://docs/readme.txt' };
  for (const [uriTemplate, uri] of Object.entries(expected)) {
    const form = createTemplateForm(typeahead, { uriTemplate });
    const path = form.field('path');
    path.input('docs');
    await clock.advance(50);
    path.select(path.getSnapshot().items[0] ?? '');
    expect(form.getSnapshot().uri).toBe(uri);
    await form.submit();
    expect(read.at(-1)).toEqual({ uri });
    expect(parseUriTemplate(uriTemplate).match(uri)).toEqual({ path: 'docs/readme.txt' });
  }
});

test('BUG-054 busy from opening to the first answer, no old items, and one reading however often it is accepted', async () => {
  const { started, start } = startable();
  const { clock, client, read, typeahead } = setUp((value) => (value === 'a' ? 800 : 50), started);
  const form = createTemplateForm(typeahead, { uriTemplate: 'x://{name}' });
  const field = form.field('name');
  const shown = new Set<string>();
  field.subscribe(() => {
    const { items, text, isBusy, isOpen, status } = field.getSnapshot();
    for (const { value } of items) shown.add(`${text}: ${value}`);
    expect(!isOpen || isBusy || status === 'ready').toBe(true);
  });
  field.open();
  expect(field.getSnapshot()).toMatchObject({ isBusy: true, status: 'loading' });
  field.input('a');
  await clock.advance(1_000);
  expect(field.getSnapshot()).toMatchObject({ isBusy: true, status: 'loading' });
  expect(client.requests).toEqual([]);
  start();
  await eventually(() => expect(client.requests).toMatchObject([{ value: 'a' }]));
  field.input('ab');
  await clock.advance(1_000);
  expect([...shown]).toEqual(['ab: ab/readme.txt', 'ab: ab/b']);
  field.select(field.getSnapshot().items[0] ?? '');
  await Promise.all([form.submit(), form.submit()]);
  expect(read).toEqual([{ uri: 'x://ab%2Freadme.txt' }]);
});

/** A promise that ends when one wants. */
function startable(): { started: Promise<void>; start: () => void } {
  const controller = new AbortController();
  const started = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  return { started, start: () => controller.abort() };
}
