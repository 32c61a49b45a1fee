import { afterEach, expect, test } from 'vitest';
import { completer, createCompletions, type SourceRequest } from '@mcp-typeahead/server';
import { createRoute } from '../../src/create-route.js';
import { createEngine } from '../../src/engine/engine.js';
import { serveStdio } from '../../src/fronts/stdio.js';
import { silentLog } from '../../src/log.js';
import { createUpstream } from '../../src/upstream/create-upstream.js';
import { eventually } from '../support/eventually.js';
import { useGatewayClients } from '../support/clients.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { scripted } from '../support/script.js';
import { complete, createClient } from '../support/stdio-client.js';

const connect = useGatewayClients();
const prompts = { p: { a: ['theirs'] } };
const cancelled = 'notifications/cancelled';
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

test('a forwarded completion is cancelled at the upstream with the client’s own words, and a late answer is dropped', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, answers: ['hang'], received }) });
  await client.initialize();
  client.send({ id: 1, method: 'completion/complete', params: complete('p', 'a') });
  await eventually(() => expect(receivedBy(received, 'completion/complete')).toHaveLength(1));
  client.notify(cancelled, { requestId: 1, reason: 'typed on' });
  await client.request('ping');
  expect(receivedBy(received, cancelled)).toMatchObject([{ params: { requestId: 1, reason: 'typed on' } }]);
  expect(client.messages.filter(({ id }) => id === 1)).toEqual([]);
});

test('a completion that timed out is cancelled at the upstream, and its id can be used again', async () => {
  const received = recordingFile();
  const upstream = scripted({ prompts, answers: ['hang'], received });
  const client = connect({ upstream, settings: { relayDeadlineMs: 60 } });
  await client.initialize();
  expect((await client.request('completion/complete', complete('p', 'a'), 7)).error?.code).toBe(-32603);
  await eventually(() =>
    expect(receivedBy(received, cancelled)).toMatchObject([{ params: { requestId: 7 } }]),
  );
  const again = await client.request('completion/complete', complete('p', 'a'), 7);
  expect(again.result).toEqual({ completion: { values: ['theirs'] } });
});

test('ids 1 and "1" are different requests', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, answers: ['hang', 'hang'], received }) });
  await client.initialize();
  client.send({ id: 1, method: 'completion/complete', params: complete('p', 'a') });
  client.send({ id: '1', method: 'completion/complete', params: complete('p', 'a') });
  const ids = () => receivedBy(received, 'completion/complete').map(({ id }) => id);
  await eventually(() => expect(ids()).toEqual([1, '1']));
  client.notify(cancelled, { requestId: '1' });
  await client.request('ping');
  expect(receivedBy(received, cancelled)).toMatchObject([{ params: { requestId: '1' } }]);
});

test('cancelling a completion of ours aborts its source, and the upstream hears nothing of it', async () => {
  const received = recordingFile();
  let request: SourceRequest | undefined;
  const source = {
    kind: 'query' as const,
    search: (asked: SourceRequest) => {
      request = asked;
      return new Promise<string[]>(() => {});
    },
  };
  const upstream = createUpstream(scripted({ prompts, received }), { log: silentLog });
  closing.push(() => upstream.close());
  const engine = createEngine({
    completions: createCompletions({ prompts: { p: { a: completer(source) } } }),
  });
  const route = createRoute({ upstream, engine, log: silentLog });
  const client = createClient((streams) => serveStdio(route, streams, { log: silentLog }).finished);
  await client.initialize();
  client.send({ id: 5, method: 'completion/complete', params: complete('p', 'a', 'x') });
  await eventually(() => expect(request).toBeDefined());
  client.notify(cancelled, { requestId: 5 });
  await eventually(() => expect(request?.signal.aborted).toBe(true));
  await client.request('ping');
  expect(client.messages.filter(({ id }) => id === 5)).toEqual([]);
  expect(receivedBy(received, cancelled)).toEqual([]);
});

test('cancelling any other request passes as it is', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, hang: ['tools/call'], received }) });
  await client.initialize();
  client.send({ id: 9, method: 'tools/call', params: { name: 'slow' } });
  client.notify(cancelled, { requestId: 9, reason: 'enough', future: true });
  await client.request('ping');
  const [sent] = receivedBy(received, cancelled);
  expect(sent).toEqual({
    jsonrpc: '2.0',
    method: cancelled,
    params: { requestId: 9, reason: 'enough', future: true },
  });
});

test('a completion that is cancelled in the same breath is never heard of upstream, or cancelled there', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, answers: ['hang'], received }) });
  await client.initialize();
  client.send({ id: 3, method: 'completion/complete', params: complete('p', 'a') });
  client.notify(cancelled, { requestId: 3 });
  await client.request('ping');
  expect(receivedBy(received, cancelled)).toHaveLength(receivedBy(received, 'completion/complete').length);
});
