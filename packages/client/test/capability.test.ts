import { ClientError, createTypeahead } from '@mcp-typeahead/client';
import { describe, expect, test } from 'vitest';
import { clients, connect, subject } from './support/raw-server.js';
import { createScriptedClient, result } from './support/scripted-client.js';
import { createFakeClock } from './support/fake-clock.js';
import { eventually } from './support/eventually.js';

const complete = (values: readonly string[]): object => ({ ...result(values), resultType: 'complete' });
const of2024 = { capabilities: { prompts: {} }, protocolVersion: '2024-11-05' };

describe('a server of 2024-11-05, which has no way to declare completions,', () => {
  test('is asked, and believed when it refuses', async () => {
    const { typeahead, server } = await connect('v2 legacy', of2024);
    const field = typeahead.argument(subject);
    field.open();
    await eventually(() => expect(field.getSnapshot().status).toBe('unsupported'));
    field.input('a');
    expect(server.sent('completion/complete')).toHaveLength(1);
  });

  test('is asked on, where it answers', async () => {
    const { typeahead } = await connect('v2 legacy', {
      ...of2024,
      on: { 'completion/complete': () => complete(['a']) },
    });
    expect((await typeahead.complete(subject)).items).toMatchObject([{ value: 'a' }]);
    expect((await typeahead.complete({ ...subject, value: 'a' })).items).toMatchObject([{ value: 'a' }]);
    expect(typeahead.isSupported()).toBe(true);
  });

  test('is known by what the host says, where the client of SDK v1 does not tell', async () => {
    const { typeahead, server } = await connect('v1', of2024, { protocolVersion: '2024-11-05' });
    await expect(typeahead.complete(subject)).rejects.toMatchObject({
      code: 'unsupported',
      rpcCode: -32_601,
    });
    expect(server.sent('completion/complete')).toHaveLength(1);
  });
});

describe.each(clients)('the connection of SDK %s', (kind) => {
  test('that is closed and opened again is a new one: other values, other capabilities', async () => {
    const { typeahead, reconnect } = await connect(kind, {
      on: { 'completion/complete': () => complete(['old']) },
    });
    const changes: string[] = [];
    typeahead.onChange((change) => changes.push(change));
    expect((await typeahead.complete(subject)).items).toMatchObject([{ value: 'old' }]);
    await reconnect({ on: { 'completion/complete': () => complete(['new']) } });
    expect((await typeahead.complete(subject)).items).toMatchObject([{ value: 'new' }]);
    expect(new Set(changes)).toEqual(new Set(['connection']));
    await reconnect({ capabilities: { prompts: {} } });
    expect(typeahead.isSupported()).toBe(false);
    await reconnect({ on: { 'completion/complete': () => complete(['last']) } });
    expect(typeahead.isSupported()).toBe(true);
  });

  test('that ends under an open field leaves the text, and the field comes back with the connection', async () => {
    const { typeahead, client, reconnect } = await connect(kind, {
      on: { 'completion/complete': () => complete(['x']) },
    });
    const field = typeahead.argument(subject);
    field.input('x');
    await eventually(() => expect(field.getSnapshot().status).toBe('ready'));
    await client.close();
    await eventually(() => expect(field.getSnapshot().status).toBe('error'));
    expect(field.getSnapshot()).toMatchObject({
      text: 'x',
      isOpen: true,
      items: [],
      error: { code: 'disconnected' },
    });
    await reconnect();
    field.input('xy');
    await eventually(() => expect(field.getSnapshot().status).toBe('ready'));
  });

  test('keeps the handlers of the host, and is left as it was', async () => {
    const { typeahead, client, server } = await connect(kind, {
      on: { 'completion/complete': () => complete(['x']) },
    });
    const { transport } = client;
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }: { method: string }) => void heard.push(method);
    await typeahead.complete(subject);
    const changed = new Promise((resolve) => typeahead.onChange(resolve));
    server.write({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
    await changed;
    await eventually(() => expect(heard).toEqual(['notifications/prompts/list_changed']));
    const tapped = transport?.onmessage;
    typeahead.dispose();
    expect(transport?.onmessage).not.toBe(tapped);
    await expect(
      client.complete({ ref: subject.ref, argument: { name: 'a', value: '' } }),
    ).resolves.toMatchObject({
      completion: { values: ['x'] },
    });
  });
});

describe('createTypeahead', () => {
  test('refuses what is no client', () => {
    for (const wrong of [undefined, null, {}, 'client', { complete: true }]) {
      expect(() => createTypeahead(wrong as never)).toThrow(ClientError);
    }
  });

  test('takes anything with complete: it is asked, since it cannot say what the server declares', async () => {
    const clock = createFakeClock();
    const client = createScriptedClient({ clock, answer: () => result(['a']) });
    const typeahead = createTypeahead(client, { clock });
    expect(typeahead.isSupported()).toBe(true);
    const given = typeahead.complete(subject);
    await clock.advance(50);
    expect((await given).items).toEqual([{ value: 'a', ranges: [] }]);
  });

  test('that was disposed of sends nothing more, and what was on its way is cancelled', async () => {
    const clock = createFakeClock();
    const client = createScriptedClient({ clock, answer: () => result(['a']) });
    const typeahead = createTypeahead(client, { clock });
    const field = typeahead.argument(subject);
    field.input('a');
    typeahead.dispose();
    expect(client.requests).toMatchObject([{ isAborted: true }]);
    field.input('ab');
    typeahead.argument(subject).open();
    await clock.advance(60_000);
    expect(client.requests).toHaveLength(1);
    expect(clock.waiting).toBe(0);
    await expect(typeahead.complete(subject)).rejects.toMatchObject({ code: 'unsupported' });
  });
});
