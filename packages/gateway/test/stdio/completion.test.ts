import { describe, expect, test } from 'vitest';
import { useGatewayClients } from '../support/clients.js';
import { configOf } from '../support/config.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { createRecordingLog } from '../support/recording-log.js';
import { scripted } from '../support/script.js';
import { complete, type GatewayClient } from '../support/stdio-client.js';

const connect = useGatewayClients();

const template = 'repo://{owner}/{repo}/readme';
const prompts = { report: { severity: [], service: ['from upstream'] } };
const severityConfig = configOf('prompts:\n  report:\n    severity: { values: [P0, P1] }');

const ownerAt = (uri: string): object => ({
  ref: { type: 'ref/resource', uri },
  argument: { name: 'owner', value: '' },
});
const failure = (code: number, message: string, data?: unknown): { error: object } => ({
  error: { code, message, data },
});

async function valuesOf(client: GatewayClient, params: object): Promise<unknown> {
  const { result, error } = await client.request('completion/complete', params);
  const completion = result?.['completion'] as { values: unknown } | undefined;
  return error ?? completion?.values;
}

describe('who answers', () => {
  test('a configured completer answers alone', async () => {
    const received = recordingFile();
    const upstream = scripted({ prompts, received });
    const client = connect({ upstream, config: severityConfig });
    await client.initialize();
    const answer = await client.request('completion/complete', complete('report', 'severity', 'p'));
    expect(answer.result).toEqual({ completion: { values: ['P0', 'P1'], total: 2, hasMore: false } });
    expect(receivedBy(received, 'completion/complete')).toEqual([]);
  });

  test('an argument that is not configured is the upstream’s', async () => {
    const client = connect({ upstream: scripted({ prompts }), config: severityConfig });
    await client.initialize();
    expect(await valuesOf(client, complete('report', 'service'))).toEqual(['from upstream']);
  });

  const mergeConfig = configOf('prompts:\n  p:\n    a: { values: [ours], merge: true }');

  test.each([
    [
      'the upstream’s values, where it has some',
      { result: { completion: { values: ['theirs'], total: 9 } } },
      ['theirs'],
    ],
    ['ours where it has none', { result: { completion: { values: [] } } }, ['ours']],
    ['ours where it fails', { error: { code: -32603, message: 'broken' } }, ['ours']],
    ['ours where its answer is unusable', { result: null }, ['ours']],
    ['ours where it does not answer in time', 'hang' as const, ['ours']],
  ])('with `merge: true`: %s', async (_, answer, expected) => {
    const upstream = scripted({ prompts: { p: { a: [] } }, answers: [answer] });
    const client = connect({ upstream, config: mergeConfig, settings: { mergeDeadlineMs: 150 } });
    await client.initialize();
    expect(await valuesOf(client, complete('p', 'a'))).toEqual(expected);
  });

  test('an upstream that does not complete is never asked, and its prompts get an empty list', async () => {
    const received = recordingFile();
    const upstream = scripted({ capabilities: { prompts: {} }, prompts, received });
    const client = connect({ upstream, config: mergeConfig });
    await client.initialize();
    expect(await valuesOf(client, complete('report', 'service'))).toEqual([]);
    expect(await valuesOf(client, complete('report', 'no such argument'))).toEqual([]);
    expect(receivedBy(received, 'completion/complete')).toEqual([]);
  });

  test('a reload replaces the completers of a running session', async () => {
    const client = connect({ upstream: scripted({ prompts }), config: severityConfig });
    await client.initialize();
    client.gateway.reload(configOf('prompts:\n  report:\n    severity: { values: [critical] }'));
    expect(await valuesOf(client, complete('report', 'severity'))).toEqual(['critical']);
    client.gateway.reload(undefined);
    expect(await valuesOf(client, complete('report', 'severity'))).toEqual([]);
  });

  test('before the handshake the request is the upstream’s alone', async () => {
    const client = connect({
      upstream: scripted({ prompts: { p: { a: ['early'] } } }),
      config: severityConfig,
    });
    expect(await valuesOf(client, complete('p', 'a'))).toEqual(['early']);
  });
});

describe('what a reference names', () => {
  const capabilities = { prompts: {}, resources: {} };

  test('an unknown prompt or template is -32602 where the upstream does not complete', async () => {
    const upstream = scripted({ capabilities, prompts, templates: { [template]: {} } });
    const client = connect({ upstream });
    await client.initialize();
    expect(await valuesOf(client, complete('constructor', 'a'))).toMatchObject({ code: -32602 });
    const resource = {
      ref: { type: 'ref/resource', uri: 'other://{a}' },
      argument: { name: 'a', value: '' },
    };
    expect(await valuesOf(client, resource)).toMatchObject({ code: -32602 });
  });

  test('all pages of the upstream’s lists count', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, { a: [] }]));
    const received = recordingFile();
    const client = connect({ upstream: scripted({ capabilities, prompts: many, pageSize: 10, received }) });
    await client.initialize();
    expect(await valuesOf(client, complete('p24', 'a'))).toEqual([]);
    expect(await valuesOf(client, complete('p3', 'a'))).toEqual([]);
    expect(receivedBy(received, 'prompts/list')).toHaveLength(3);
  });

  test('a configured prompt that the upstream no longer lists is -32602', async () => {
    const config = configOf('prompts:\n  gone:\n    a: { values: [x] }');
    const client = connect({ upstream: scripted({ prompts }), config });
    await client.initialize();
    expect(await valuesOf(client, complete('gone', 'a'))).toMatchObject({ code: -32602 });
  });

  test('list_changed makes the lists be read again, and reaches the client', async () => {
    const client = connect({ upstream: scripted({ capabilities, prompts }) });
    await client.initialize();
    expect(await valuesOf(client, complete('report', 'severity'))).toEqual([]);
    await client.request('test/set-prompts', { prompts: { later: { a: [] } } });
    expect(client.messages).toContainEqual({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
    expect(await valuesOf(client, complete('later', 'a'))).toEqual([]);
    expect(await valuesOf(client, complete('report', 'severity'))).toMatchObject({ code: -32602 });
  });

  test('a URI made from a configured template is completed as that template', async () => {
    const config = configOf(`resources:\n  "${template}":\n    owner: { values: [octo] }`);
    const upstream = scripted({
      capabilities: { resources: {} },
      templates: { [template]: {} },
      resources: ['file:///plain'],
    });
    const client = connect({ upstream, config });
    await client.initialize();
    expect(await valuesOf(client, ownerAt(template))).toEqual(['octo']);
    expect(await valuesOf(client, ownerAt('repo://octo/hello/readme'))).toEqual(['octo']);
    expect(await valuesOf(client, ownerAt('file:///plain'))).toEqual([]);
  });

  test('configured values do not wait for an upstream that does not list', async () => {
    const upstream = scripted({ capabilities, prompts, hang: ['prompts/list'] });
    const client = connect({ upstream, config: severityConfig, settings: { catalogWaitMs: 50 } });
    await client.initialize();
    expect(await valuesOf(client, complete('report', 'severity'))).toEqual(['P0', 'P1']);
  });
});

test('a malformed request is -32602 without the upstream being asked', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, received }) });
  await client.initialize();
  const argument = { name: 'a', value: '' };
  const malformed = [
    undefined,
    null,
    [],
    { argument },
    { ref: { type: 'ref/tool', name: 'x' }, argument },
    { ref: { type: 'ref/prompt', name: 'report' }, argument: { name: 'a', value: 1 } },
    complete('report', 'severity', 'x'.repeat(5_000_000)),
  ];
  for (const params of malformed) {
    const { error } = await client.request('completion/complete', params);
    expect(error?.code).toBe(-32602);
    expect(error?.message.length).toBeLessThan(200);
  }
  const { error } = await client.request('completion/complete', malformed[4]);
  expect(error?.message).toContain('"ref/prompt" or "ref/resource"');
  expect(receivedBy(received, 'completion/complete')).toEqual([]);
});

test('BUG-024 the upstream sees `context` as the client wrote it: absent, empty, or the same map', async () => {
  const upstream = scripted({ prompts, complete: 'context' });
  const client = connect({ upstream });
  await client.initialize();
  const contexts = [undefined, { arguments: {} }, { arguments: { owner: 'mcp', '': 'e' }, unknown: [1] }];
  const refs = [
    { type: 'ref/prompt', name: 'report' },
    { type: 'ref/resource', uri: template },
  ];
  for (const ref of refs) {
    for (const context of contexts) {
      const params = { ref, argument: { name: 'a', value: '' }, context };
      expect(await valuesOf(client, params)).toEqual([JSON.stringify(context) ?? 'absent']);
    }
  }
});

test('the upstream sees unknown members of a completion too', async () => {
  const client = connect({ upstream: scripted({ prompts, complete: 'params' }) });
  await client.initialize();
  const params = {
    ...complete('report', 'severity', 'ü'),
    future: { a: [null] },
    _meta: { progressToken: 7 },
  };
  expect(await valuesOf(client, params)).toEqual([JSON.stringify(params)]);
});

test('BUG-049 answers are never kept, and every failure of the upstream arrives as itself', async () => {
  const upstream = scripted({
    prompts,
    answers: [
      { result: { completion: { values: ['a'], total: 1, hasMore: false } } },
      { result: { completion: { values: ['b'], total: 250, hasMore: true }, _meta: { x: 1 } } },
      failure(-32601, 'no such method here'),
      failure(-32602, 'bad argument', { suggestions: ['y'] }),
      failure(-32603, 'database is down'),
      'hang',
      { result: { completion: { values: ['after'] } } },
    ],
  });
  const client = connect({ upstream, settings: { relayDeadlineMs: 150 } });
  await client.initialize();
  const ask = () => client.request('completion/complete', complete('report', 'severity'));
  expect((await ask()).result).toEqual({ completion: { values: ['a'], total: 1, hasMore: false } });
  expect((await ask()).result).toEqual({
    completion: { values: ['b'], total: 250, hasMore: true },
    _meta: { x: 1 },
  });
  expect((await ask()).error).toEqual({ code: -32601, message: 'no such method here' });
  expect((await ask()).error).toEqual({
    code: -32602,
    message: 'bad argument',
    data: { suggestions: ['y'] },
  });
  expect((await ask()).error).toEqual({ code: -32603, message: 'database is down' });
  expect((await ask()).error).toEqual({ code: -32603, message: 'Upstream did not answer within 150 ms' });
  expect((await ask()).result).toEqual({ completion: { values: ['after'] } });
});

test('BUG-051 an upstream without prompts and resources is never asked, and the log stays quiet', async () => {
  const received = recordingFile();
  const log = createRecordingLog();
  const client = connect({ upstream: scripted({ capabilities: { tools: {} }, received }), log });
  const { capabilities } = await client.initialize();
  expect(capabilities).toEqual({ tools: {} });
  for (const value of ['x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
    const { error } = await client.request('completion/complete', complete('p', 'a', value));
    expect(error).toEqual({ code: -32601, message: 'Method not found' });
  }
  expect(receivedBy(received, 'completion/complete')).toEqual([]);
  expect(log.reports).toEqual([]);
});

test('an answer against the specification arrives repaired, and is reported once', async () => {
  const log = createRecordingLog();
  const answers = [
    { result: { completion: { values: ['a', 5], total: null } } },
    { result: { completion: { values: ['b', 5], total: null } } },
    { result: null },
  ];
  const client = connect({ upstream: scripted({ prompts, answers }), log });
  await client.initialize();
  expect(await valuesOf(client, complete('report', 'severity'))).toEqual(['a']);
  expect(await valuesOf(client, complete('report', 'severity'))).toEqual(['b']);
  expect(await valuesOf(client, complete('report', 'severity'))).toEqual([]);
  expect(log.reports).toEqual([
    'mcp-typeahead warn upstream answered a completion against the specification ' +
      'faults="values that are not strings, total is not a count of the matches"',
    'mcp-typeahead warn upstream answered a completion without values',
  ]);
});

test.each([{}, { code: '-32602', message: 'x' }, { code: -32602 }])(
  'an error of the upstream that no client can read arrives as -32603: %j',
  async (error) => {
    const client = connect({ upstream: scripted({ prompts, answers: [{ error }] }) });
    await client.initialize();
    expect(await valuesOf(client, complete('report', 'severity'))).toEqual({
      code: -32603,
      message: 'Upstream answered with a malformed error',
    });
  },
);
