import { createPromptForm } from '@mcp-typeahead/client/forms';
import { expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.js';
import { createScriptedClient, result } from '../support/scripted-client.js';
import { createTypeahead } from '@mcp-typeahead/client';

function form(names: readonly string[]) {
  const clock = createFakeClock();
  const got: object[] = [];
  const client = {
    ...createScriptedClient({ clock, answer: ({ context }) => result([JSON.stringify(context ?? {})]) }),
    getPrompt: async (params: object) => {
      got.push(params);
      return { messages: [] };
    },
  };
  const typeahead = createTypeahead(client, { clock });
  const prompt = { name: 'p', arguments: names.map((name) => ({ name })) };
  return { clock, client, got, form: createPromptForm(typeahead, prompt) };
}

test('BUG-025 what is filled in goes along, its own field does not, and what is erased does not any more', async () => {
  const { clock, client, form: fields } = form(['team', 'member']);
  fields.field('team').open();
  await clock.advance(100);
  fields.field('team').select('ops');
  const member = fields.field('member');
  member.input('s');
  await clock.advance(100);
  expect(client.requests.at(-1)).toMatchObject({ argument: 'member', value: 's', context: { team: 'ops' } });
  member.close();

  fields.field('team').input('');
  expect(member.getSnapshot().items).toEqual([]);
  fields.field('team').close();
  member.open();
  await clock.advance(100);
  expect(client.requests.at(-1)).toMatchObject({ argument: 'member', value: 's', context: undefined });
  expect(member.getSnapshot().items).toMatchObject([{ value: '{}' }]);
});

test('BUG-026 an empty text that was set on purpose is sent, a field never set is left out', async () => {
  const { clock, client, got, form: fields } = form(['suffix', 'name', 'other']);
  fields.set('suffix', '');
  fields.field('name').input('a');
  await clock.advance(100);
  expect(client.requests.at(-1)?.context).toEqual({ suffix: '' });
  await fields.submit();
  expect(got).toEqual([{ name: 'p', arguments: { suffix: '', name: 'a' } }]);
});

test('BUG-058 a value with spaces and quotes arrives whole, in prompts/get and in later contexts', async () => {
  const values = ['two words and more', '"in quotes" stays', "it's; $HOME `x`"];
  for (const value of values) {
    const { clock, client, got, form: fields } = form(['first', 'second']);
    fields.field('first').select({ value, ranges: [] });
    fields.field('second').input('x');
    await clock.advance(100);
    expect(client.requests.at(-1)?.context).toEqual({ first: value });
    await fields.submit();
    expect(got).toEqual([{ name: 'p', arguments: { first: value, second: 'x' } }]);
  }
});
