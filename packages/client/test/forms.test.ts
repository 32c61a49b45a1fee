import { createTypeahead } from '@mcp-typeahead/client';
import { createPromptForm, createTemplateForm } from '@mcp-typeahead/client/forms';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { createScriptedClient, result } from './support/scripted-client.js';

function host(getPrompt: (params: object) => Promise<unknown> = async (params) => ({ got: params })) {
  const clock = createFakeClock();
  const client = Object.assign(
    createScriptedClient({
      clock,
      answer: ({ context }) => result([JSON.stringify(context?.arguments ?? null)]),
    }),
    { getPrompt, readResource: async (params: object) => ({ read: params }) },
  );
  return { clock, client, typeahead: createTypeahead(client, { clock }) };
}

const report = {
  name: 'report',
  arguments: [
    { name: 'team', title: 'Team', description: 'Whose it is', required: true },
    { name: 'owner', required: false },
    { name: 'note' },
  ],
};

describe('a prompt form', () => {
  test('has a field for each argument, none of them left out for want of metadata', () => {
    const form = createPromptForm(host().typeahead, report);
    expect(form.fields).toMatchObject([
      { name: 'team', title: 'Team', description: 'Whose it is', isRequired: true },
      { name: 'owner', isRequired: false },
      { name: 'note', isRequired: false },
    ]);
    expect(form.getSnapshot()).toEqual({
      values: {},
      missing: ['team'],
      isSubmitting: false,
      result: undefined,
      error: undefined,
    });
  });

  test('asks a field again when another changes, and not before it is wanted', async () => {
    const { clock, client, typeahead } = host();
    const form = createPromptForm(typeahead, report);
    const owner = form.field('owner');
    owner.open();
    await clock.advance(50);
    expect(owner.getSnapshot().items).toMatchObject([{ value: 'null' }]);
    owner.close();
    form.field('team').select('ops');
    expect(owner.getSnapshot()).toMatchObject({ status: 'idle', items: [] });
    expect(client.requests).toHaveLength(1);
    owner.open();
    await clock.advance(50);
    expect(owner.getSnapshot().items).toMatchObject([{ value: '{"team":"ops"}' }]);
    // The same again needs no request.
    owner.close();
    form.field('team').select('dev');
    form.field('team').select('ops');
    owner.open();
    expect(owner.getSnapshot().items).toMatchObject([{ value: '{"team":"ops"}' }]);
    expect(client.requests).toHaveLength(2);
  });

  test('that changes under an open field asks at once', async () => {
    const { clock, client, typeahead } = host();
    const form = createPromptForm(typeahead, report);
    form.field('owner').open();
    await clock.advance(50);
    form.set('team', 'ops');
    expect(form.field('owner').getSnapshot()).toMatchObject({ isBusy: true, items: [] });
    await clock.advance(50);
    expect(client.requests.at(-1)?.context).toEqual({ team: 'ops' });
  });

  test('submits what is filled in, once at a time, and shows what came of it', async () => {
    const ends: ((value: unknown) => void)[] = [];
    const calls: object[] = [];
    const { typeahead } = host(
      (params) =>
        new Promise((resolve) => {
          calls.push(params);
          ends.push(resolve);
        }),
    );
    const form = createPromptForm(typeahead, report);
    const seen: boolean[] = [];
    form.subscribe(() => seen.push(form.getSnapshot().isSubmitting));
    form.set('team', 'ops');
    const given = form.submit();
    expect(form.getSnapshot()).toMatchObject({ values: { team: 'ops' }, missing: [], isSubmitting: true });
    const again = form.submit();
    ends[0]?.({ messages: [1] });
    expect(await given).toEqual({ messages: [1] });
    expect(await again).toEqual({ messages: [1] });
    expect(calls).toEqual([{ name: 'report', arguments: { team: 'ops' } }]);
    expect(form.getSnapshot()).toMatchObject({
      isSubmitting: false,
      result: { messages: [1] },
      error: undefined,
    });
    expect(seen).toEqual([false, true, false]);
  });

  test('that the server refuses keeps everything and says so', async () => {
    const { typeahead } = host(async () => Promise.reject(Object.assign(new Error('no'), { code: -32_602 })));
    const form = createPromptForm(typeahead, report);
    form.set('team', 'ops');
    await expect(form.submit()).rejects.toMatchObject({ code: 'refused', rpcCode: -32_602 });
    expect(form.getSnapshot()).toMatchObject({
      values: { team: 'ops' },
      isSubmitting: false,
      error: { code: 'refused' },
    });
  });

  test('knows its fields by name, and says which there are', () => {
    const form = createPromptForm(host().typeahead, report);
    expect(() => form.field('constructor')).toThrow(
      'The form has no field "constructor"; it has "team", "owner", "note"',
    );
    expect(() => form.set('nobody', 'x')).toThrow(expect.objectContaining({ code: 'unknown-field' }));
  });

  test('takes names that objects have already', async () => {
    const { clock, client, typeahead } = host();
    const names = ['__proto__', 'constructor', 'a'];
    const form = createPromptForm(typeahead, { name: 'p', arguments: names.map((name) => ({ name })) });
    form.set('__proto__', 'x');
    form.set('constructor', 'y');
    form.field('a').open();
    await clock.advance(50);
    expect(Object.entries(client.requests[0]?.context ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  test('lets a field be made unfilled again', () => {
    const form = createPromptForm(host().typeahead, report);
    form.set('note', '');
    expect(form.getSnapshot().values).toEqual({ note: '' });
    form.clear('note');
    expect(form.getSnapshot().values).toEqual({});
    form.set('note', '');
    form.field('note').input('x');
    form.field('note').input('');
    expect(form.getSnapshot().values).toEqual({});
  });

  test('without getPrompt on the client says what is missing', async () => {
    const clock = createFakeClock();
    const client = createScriptedClient({ clock, answer: () => result([]) });
    const form = createPromptForm(createTypeahead(client, { clock }), report);
    await expect(form.submit()).rejects.toMatchObject({ code: 'unsupported-client' });
  });
});

describe('a template form', () => {
  const uriTemplate = 'repo://{owner}/{repo}{/path*}{?ref,user-id}';

  test('has a field for each variable; those in the middle of the URI are required', () => {
    const form = createTemplateForm(host().typeahead, { uriTemplate });
    expect(form.fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['owner', true],
      ['repo', true],
      ['path', false],
      ['ref', false],
      ['user-id', false],
    ]);
  });

  test('shows the URI as it is filled in, and reads it', async () => {
    const form = createTemplateForm(host().typeahead, { uriTemplate });
    expect(form.getSnapshot().uri).toBe('repo:///');
    form.set('owner', 'a b');
    form.set('repo', 'ü/x');
    form.field('ref').input('main&dev');
    expect(form.getSnapshot()).toMatchObject({ uri: 'repo://a%20b/%C3%BC%2Fx?ref=main%26dev', missing: [] });
    expect(await form.submit()).toEqual({ read: { uri: 'repo://a%20b/%C3%BC%2Fx?ref=main%26dev' } });
  });

  test('completes a variable with the template itself as the reference', async () => {
    const { clock, client, typeahead } = host();
    const form = createTemplateForm(typeahead, { uriTemplate });
    form.set('owner', 'octo');
    form.field('repo').input('h');
    await clock.advance(50);
    expect(client.requests[0]?.params).toEqual({
      ref: { type: 'ref/resource', uri: uriTemplate },
      argument: { name: 'repo', value: 'h' },
      context: { arguments: { owner: 'octo' } },
    });
  });

  test('refuses what is no template', () => {
    expect(() => createTemplateForm(host().typeahead, { uriTemplate: 'x://{open' })).toThrow(
      expect.objectContaining({ code: 'unclosed-expression' }),
    );
  });
});
