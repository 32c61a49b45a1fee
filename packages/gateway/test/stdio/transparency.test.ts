import { describe, expect, test } from 'vitest';
import { extensionKey, metaKeys } from '@mcp-typeahead/protocol';
import { useGatewayClients } from '../support/clients.js';
import { connectDirectly } from '../support/direct-client.js';
import { modern } from '../support/modern.js';
import { fixture } from '../support/script.js';
import type { Received, StdioClient } from '../support/stdio-client.js';

const connect = useGatewayClients();

const answers: Record<string, object> = {
  'elicitation/create': { action: 'accept', content: { yes: true } },
  'sampling/createMessage': { role: 'assistant', model: 'test-model', content: { type: 'text', text: 'Hi' } },
  'roots/list': { roots: [{ uri: 'file:///home', name: 'home' }] },
};

/** Answers what the server asks, for as long as the session lasts. */
function answerQuestions(client: StdioClient): void {
  const answered = new Set<unknown>();
  client.output.on('data', () => {
    for (const { id, method } of client.messages) {
      if (method === undefined || id === undefined || answered.has(id)) continue;
      answered.add(id);
      client.send({ id, result: answers[method] });
    }
  });
}

const call = (name: string, args: object = {}, more: object = {}): object => ({
  name,
  arguments: args,
  ...more,
});
const prompt = { type: 'ref/prompt', name: 'greet' };
const page = { type: 'ref/resource', uri: 'test://page/{id}' };

async function playLegacy(client: StdioClient): Promise<Received[]> {
  answerQuestions(client);
  const capabilities = {
    sampling: {},
    elicitation: {},
    roots: { listChanged: true },
    experimental: { x: { y: 1 } },
  };
  const clientInfo = { name: 'scripted', version: '1' };
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo }, 0);
  client.notify('notifications/initialized');
  const steps: [string, unknown?][] = [
    ['ping'],
    ['tools/list'],
    ['tools/list', {}],
    ['prompts/list'],
    ['resources/list'],
    ['resources/templates/list'],
    ['logging/setLevel', { level: 'debug' }],
    ['tools/call', call('echo', { text: 'ünïcode \u2028 "quoted" 🙂' })],
    ['tools/call', call('echo', { text: 5 })],
    ['tools/call', call('no such tool')],
    ['tools/call', call('count', { steps: 3 }, { _meta: { progressToken: 'token' } })],
    ['tools/call', call('count', { steps: 1 }, { _meta: { progressToken: 7 } })],
    ['tools/call', call('confirm')],
    ['tools/call', call('sample')],
    ['tools/call', call('roots')],
    ['prompts/get', { name: 'greet', arguments: { name: 'Ada' } }],
    ['prompts/get', { name: 'absent' }],
    ['resources/read', { uri: 'test://note' }],
    ['resources/read', { uri: 'test://page/9' }],
    ['resources/subscribe', { uri: 'test://note' }],
    ['completion/complete', { ref: prompt, argument: { name: 'name', value: 'A' } }],
    [
      'completion/complete',
      { ref: prompt, argument: { name: 'tone', value: '' }, context: { arguments: {} } },
    ],
    ['completion/complete', { ref: page, argument: { name: 'id', value: '' } }],
    ['completion/complete', { ref: { ...prompt, name: 'absent' }, argument: { name: 'a', value: '' } }],
    ['unknown/method', { any: 'thing' }],
    ['tools/call', call('rename')],
    ['prompts/list'],
  ];
  for (const [index, [method, params]] of steps.entries()) await client.request(method, params, index + 1);
  client.send({ id: 'slow', method: 'tools/call', params: call('wait') });
  await client.request('ping', {}, 'between');
  client.notify('notifications/cancelled', { requestId: 'slow', reason: 'enough' });
  client.notify('notifications/roots/list_changed');
  await client.request('tools/call', call('cancelled'), 'last');
  await client.leave();
  return client.messages;
}

async function playModern(client: StdioClient): Promise<Received[]> {
  await client.request('server/discover', modern(), 0);
  const logs = { [metaKeys.logLevel]: 'debug' };
  const asks = { [metaKeys.clientCapabilities]: { elicitation: {} } };
  const steps: [string, unknown][] = [
    ['tools/list', modern()],
    ['prompts/list', modern()],
    ['resources/list', modern()],
    ['resources/templates/list', modern()],
    ['tools/call', modern(call('echo', { text: 'ünïcode' }))],
    ['tools/call', modern(call('count', { steps: 3 }), { progressToken: 'token', ...logs })],
    ['tools/call', modern(call('confirm'), asks)],
    [
      'tools/call',
      modern(
        {
          ...call('confirm'),
          inputResponses: { confirm: answers['elicitation/create'] },
          requestState: 'opaque',
        },
        asks,
      ),
    ],
    ['prompts/get', modern({ name: 'greet', arguments: { name: 'Ada' } })],
    ['resources/read', modern({ uri: 'test://note' })],
    ['resources/read', modern({ uri: 'test://absent' })],
    ['completion/complete', modern({ ref: prompt, argument: { name: 'name', value: 'A' } })],
    ['completion/complete', modern({ ref: page, argument: { name: 'id', value: '' } })],
    [
      'completion/complete',
      modern({ ref: { ...prompt, name: 'absent' }, argument: { name: 'a', value: '' } }),
    ],
    ['ping', modern()],
    ['tools/list', { _meta: { [metaKeys.protocolVersion]: '2099-01-01' } }],
    ['completion/complete', { _meta: { [metaKeys.protocolVersion]: '2099-01-01' } }],
    ['unknown/method', modern()],
  ];
  for (const [index, [method, params]] of steps.entries()) await client.request(method, params, index + 1);
  const filter = { notifications: { promptsListChanged: true, toolsListChanged: true } };
  client.send({ id: 'listen', method: 'subscriptions/listen', params: modern(filter) });
  await client.first(({ method }) => method === 'notifications/subscriptions/acknowledged');
  await client.request('tools/call', modern(call('rename')), 'rename');
  client.send({ id: 'slow', method: 'tools/call', params: modern(call('wait')) });
  await client.request('tools/call', modern(call('echo', { text: 'x' })), 'between');
  client.notify('notifications/cancelled', { requestId: 'slow' });
  client.notify('notifications/cancelled', { requestId: 'listen' });
  await client.request('tools/call', modern(call('cancelled')), 'last');
  await client.leave();
  return client.messages;
}

/** What the gateway adds to a handshake, taken off again. */
function withoutOurs(messages: Received[], holder: 'experimental' | 'extensions'): Received[] {
  return messages.map((message) => {
    const capabilities = message.result?.['capabilities'] as
      | Record<string, Record<string, unknown>>
      | undefined;
    if (capabilities === undefined) return message;
    const { [extensionKey]: ours, ...others } = capabilities[holder] ?? {};
    expect(ours).toEqual({});
    const { [holder]: _, ...rest } = capabilities;
    const kept = Object.keys(others).length === 0 ? rest : { ...rest, [holder]: others };
    return { ...message, result: { ...message.result, capabilities: kept } };
  });
}

const pushed = ['notifications/progress', 'notifications/message', 'notifications/prompts/list_changed'];

describe('a session with the gateway brings the messages of one without it', () => {
  test.each(['sdk-v1-server.mjs', 'sdk-v2-server.mjs'])('legacy, %s', async (name) => {
    const direct = await playLegacy(connectDirectly(fixture(name)));
    const through = await playLegacy(connect({ upstream: fixture(name) }));
    const methods = new Set(direct.flatMap(({ method }) => method ?? []));
    for (const method of ['elicitation/create', 'sampling/createMessage', ...pushed]) {
      expect(methods).toContain(method);
    }
    expect(withoutOurs(through, 'experimental')).toEqual(direct);
  });

  test('modern, sdk-v2-server.mjs', async () => {
    const direct = await playModern(connectDirectly(fixture('sdk-v2-server.mjs')));
    const through = await playModern(connect({ upstream: fixture('sdk-v2-server.mjs') }));
    const methods = new Set(direct.flatMap(({ method }) => method ?? []));
    for (const method of [...pushed, 'notifications/subscriptions/acknowledged'])
      expect(methods).toContain(method);
    expect(direct.some(({ result }) => result?.['resultType'] === 'input_required')).toBe(true);
    expect(withoutOurs(through, 'extensions')).toEqual(direct);
  });
});
