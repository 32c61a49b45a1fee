import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openChild } from '../support/child-carrier.js';
import { Driver } from '../support/driver.js';
import { clientInfo, modernMeta, protocolVersions } from '../support/json-rpc.js';
import { inRepository, programs } from '../support/paths.js';
import { modernRequest, rawRequest, type RawAnswer } from '../support/raw-http.js';
import {
  createSuiteStage,
  driveChild,
  driveUrl,
  gatewayOnHttp,
  gatewayOnStdio,
  type Command,
} from '../support/routes.js';

const fixture: Command = [process.execPath, programs.fixtureServer];
const config = programs.incidentDeskConfig;
const severity = {
  ref: { type: 'ref/prompt', name: 'incident_report' },
  argument: { name: 'severity', value: 'P' },
};

describe('completion, whoever answers', () => {
  const faulty: Command = [process.execPath, inRepository('test/e2e/faulty-server.mjs')];
  const toolsOnly: Command = [process.execPath, inRepository('test/e2e/tools-only-server.mjs')];
  const fronts = [
    { name: 'the library', open: (command: Command) => command },
    { name: 'the gateway', open: (command: Command) => gatewayOnStdio(undefined, command) },
  ];

  describe.each(fronts)('$name', ({ open }) => {
    test('a server with nothing to complete does not declare completions, and answers -32601', async () => {
      const driver = driveChild(open(toolsOnly), 'legacy');
      const { result } = await driver.open();
      expect(result.capabilities).not.toHaveProperty('completions');
      expect((await driver.completePrompt('x', 'y')).error?.code).toBe(-32_601);
    });

    test('unknown prompts and templates, and missing or malformed parameters, are -32602', async () => {
      const driver = driveChild(open(faulty), 'legacy');
      await driver.open();
      expect((await driver.completePrompt('no such prompt', 'x')).error?.code).toBe(-32_602);
      expect((await driver.completeTemplate('no://such/{template}', 'template')).error?.code).toBe(-32_602);
      const ref = { type: 'ref/prompt', name: 'faulty' };
      for (const params of [
        {},
        { ref },
        { ref, argument: { name: 'many' } },
        { ref, argument: { name: 'many', value: 7 } },
        { ref: { type: 'ref/tool', name: 'faulty' }, argument: { name: 'many', value: '' } },
        { ref, argument: { name: 'many', value: '' }, context: { arguments: { other: 1 } } },
        { ref, argument: { name: 'many', value: 'x'.repeat(2_000) } },
      ]) {
        expect((await driver.request('completion/complete', params)).error?.code).toBe(-32_602);
      }
    });

    test('a completer that throws is -32603, and what it threw stays here', async () => {
      const driver = driveChild(open(faulty), 'legacy');
      await driver.open();
      const answer = await driver.completePrompt('faulty', 'throwing', '');
      expect(answer.error).toEqual({ code: -32_603, message: 'Internal error' });
      expect(JSON.stringify(answer)).not.toContain('secret');
    });

    test('a prompt that the caller may not complete is answered as one that does not exist', async () => {
      const driver = driveChild(open(faulty), 'legacy');
      await driver.open();
      const forbidden = await driver.completePrompt('forbidden', 'hidden', '');
      const unknown = await driver.completePrompt('nowhere', 'hidden', '');
      expect(forbidden.error).toEqual(unknown.error);
    });

    test('an answer has at most 100 values, and says how many there are', async () => {
      const driver = driveChild(open(faulty), 'legacy');
      await driver.open();
      const { completion } = (await driver.completePrompt('faulty', 'many', 'value-')).result;
      expect(completion.values).toHaveLength(100);
      expect(completion.hasMore).toBe(true);
    });
  });

  test('values come by relevance, and letters in between do not hide them', async () => {
    const driver = driveChild(gatewayOnStdio(config, fixture), 'legacy');
    await driver.open();
    const values = async (value: string): Promise<string[]> =>
      (await driver.completePrompt('incident_report', 'service', value)).result.completion.values;
    expect((await values('search')).slice(0, 2)).toEqual(['search-api', 'search-indexer']);
    expect(await values('pyldgr')).toContain('payment-ledger');
  });

  test('a client that asks too often is told when to come back', async () => {
    const driver = driveChild(gatewayOnStdio(config, fixture), 'legacy');
    await driver.open();
    const asked = Array.from({ length: 400 }, () => driver.begin('completion/complete', severity));
    const answers = await Promise.all(asked.map((id) => driver.inbox.response(id)));
    const refused = answers.filter(({ error }) => error !== undefined);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.error).toMatchObject({ code: 42_900, data: { retryAfterMs: expect.any(Number) } });
  });
});

describe('Streamable HTTP, 2026-07-28', () => {
  const stage = createSuiteStage();
  let url: string;
  beforeAll(async () => {
    url = await stage.listen(gatewayOnHttp(config, fixture));
  });
  const complete = (change?: Parameters<typeof modernRequest>[2]): Promise<RawAnswer> =>
    rawRequest(url, modernRequest('completion/complete', severity, change));

  test('a request is answered with JSON or an event stream, under its own id, with its type of result', async () => {
    for (const id of ['text', 7]) {
      const answer = await complete({ id });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^(application\/json|text\/event-stream)/);
      expect(answer.json()).toMatchObject({ id, result: { resultType: 'complete' } });
    }
  });

  test('a request without one of the required _meta fields is -32602 and HTTP 400', async () => {
    for (const field of ['protocolVersion', 'clientCapabilities']) {
      const { [`io.modelcontextprotocol/${field}`]: _left, ...meta } = modernMeta();
      const answer = await complete({ meta });
      expect([answer.status, answer.json().error.code]).toEqual([400, -32_602]);
    }
  });

  test('a version that is not implemented is -32022 and HTTP 400, with those that are', async () => {
    const meta = { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const answer = await complete({ meta, headers: { 'mcp-protocol-version': '2099-01-01' } });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatchObject({ code: -32_022, data: { supported: expect.any(Array) } });
  });

  test('headers that do not match the body, or are missing, are -32020 and HTTP 400', async () => {
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': 'Completion/Complete' },
      { 'mcp-method': undefined },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const answer = await complete({ headers });
      expect([answer.status, answer.json().error?.code]).toEqual([400, -32_020]);
    }
  });

  test('Mcp-Name is compared with the body after decoding', async () => {
    const name = 'test_simple_text';
    const call = (header: string): Promise<RawAnswer> =>
      rawRequest(
        url,
        modernRequest('tools/call', { name, arguments: {} }, { headers: { 'mcp-name': header } }),
      );
    expect((await call(name)).status).toBe(200);
    expect((await call(`=?base64?${Buffer.from(name).toString('base64')}?=`)).status).toBe(200);
    expect((await call('another_tool')).json().error.code).toBe(-32_020);
  });

  test('a method that is not implemented is -32601 and HTTP 404', async () => {
    for (const method of ['no/such/method', 'ping', 'logging/setLevel', 'resources/subscribe']) {
      const answer = await rawRequest(url, modernRequest(method));
      expect([answer.status, answer.json().error.code]).toEqual([404, -32_601]);
    }
  });

  test('a foreign Origin is refused with 403, a foreign Host likewise, local ones are served', async () => {
    expect((await complete({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await complete({ headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await complete({ headers: { origin: 'http://localhost:3000' } })).status).toBe(200);
    expect((await complete({ headers: { host: `localhost:${new URL(url).port}` } })).status).toBe(200);
  });

  test('an event stream asks proxies not to buffer it', async () => {
    const params = {
      name: 'test_tool_with_progress',
      arguments: {},
      _meta: { ...modernMeta(), progressToken: 1 },
    };
    const answer = await rawRequest(
      url,
      modernRequest('tools/call', params, { meta: params._meta, headers: { 'mcp-name': params.name } }),
    );
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(answer.headers['x-accel-buffering']).toBe('no');
  });

  test('closing the response stream cancels the request in the server', async () => {
    const driver = driveUrl(url, 'modern');
    const slow = driver.begin('tools/call', {
      name: 'test_slow',
      arguments: {},
      _meta: { progressToken: 's' },
    });
    await driver.inbox.notification('notifications/progress');
    driver.cancel(slow);
    const { result } = await driver.request('tools/call', {
      name: 'test_wait_for_cancellation',
      arguments: {},
    });
    expect(result.content[0].text).toBe('cancelled');
    expect(driver.inbox.messages.some(({ id }) => id === slow)).toBe(false);
  });

  test('a subscription is acknowledged first, brings what was asked for and nothing else, under its own id', async () => {
    const driver = driveUrl(url, 'modern');
    const id = driver.begin('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await driver.inbox.notification('notifications/subscriptions/acknowledged');
    await driver.request('tools/call', { name: 'test_trigger_prompt_change', arguments: {} });
    await driver.request('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
    const changed = await driver.inbox.notification('notifications/tools/list_changed');
    // JSON-RPC ids may be numbers, the subscription's name in `_meta` is text.
    expect(String(changed.params._meta['io.modelcontextprotocol/subscriptionId'])).toBe(String(id));
    const began = driver.inbox.messages.map(({ method }) => method).filter((method) => method !== undefined);
    expect(began).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed']);
  });
});

describe('Streamable HTTP, 2025-11-25', () => {
  const stage = createSuiteStage();
  let url: string;
  beforeAll(async () => {
    url = await stage.listen(gatewayOnHttp(config, fixture));
  });

  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: protocolVersions.legacy, capabilities: {}, clientInfo },
  };
  const post = (body: object, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    rawRequest(url, { body, headers });
  const open = async (): Promise<Record<string, string>> => {
    const answer = await post(initialize);
    return {
      'mcp-session-id': String(answer.headers['mcp-session-id']),
      'mcp-protocol-version': protocolVersions.legacy,
    };
  };
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

  test('a session has an id of visible ASCII that nobody can guess', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    expect(first['mcp-session-id']).toMatch(/^[\u0021-\u007e]{20,}$/);
    expect(first['mcp-session-id']).not.toBe(second['mcp-session-id']);
  });

  test('a request without a session is 400, one of an unknown session is 404', async () => {
    expect((await post(ping)).status).toBe(400);
    expect((await post(ping, { 'mcp-session-id': 'unknown' })).status).toBe(404);
  });

  test('a session that was deleted is 404 from then on', async () => {
    const session = await open();
    expect((await post(ping, session)).status).toBe(200);
    const deleted = await rawRequest(url, { method: 'DELETE', headers: session });
    expect(deleted.status).toBeLessThan(300);
    expect((await post(ping, session)).status).toBe(404);
  });

  test('an accepted notification is 202 without a body', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, await open());
    expect([answer.status, answer.body]).toEqual([202, '']);
  });

  test('a protocol version that is not supported is 400', async () => {
    const session = { ...(await open()), 'mcp-protocol-version': '1999-01-01' };
    expect((await post(ping, session)).status).toBe(400);
  });
});

function start(): { carrier: ReturnType<typeof openChild>; driver: Driver } {
  const carrier = openChild(gatewayOnStdio(config, fixture));
  onTestFinished(() => carrier.close());
  return { carrier, driver: new Driver(carrier, 'legacy') };
}

describe('stdio', () => {
  test('stdout carries nothing but messages, one a line', async () => {
    const { carrier, driver } = start();
    await driver.open();
    await driver.completePrompt('incident_report', 'owner', '\n');
    await driver.request('tools/call', { name: 'test_multiple_content_types', arguments: {} });
    await carrier.close();
    expect(carrier.noise).toEqual([]);
  });

  test('the gateway exits when its standard input is closed', async () => {
    const { carrier, driver } = start();
    await driver.open();
    const closed = performance.now();
    await carrier.close();
    expect(await carrier.exited).toBe(0);
    expect(performance.now() - closed).toBeLessThan(5_000);
  });

  test('notifications/cancelled ends the request in the server, and nothing more is said about it', async () => {
    const { driver } = start();
    await driver.open();
    const slow = driver.begin('tools/call', {
      name: 'test_slow',
      arguments: {},
      _meta: { progressToken: 's' },
    });
    await driver.inbox.notification('notifications/progress');
    driver.cancel(slow);
    const { result } = await driver.request('tools/call', {
      name: 'test_wait_for_cancellation',
      arguments: {},
    });
    expect(result.content[0].text).toBe('cancelled');
    expect(driver.inbox.messages.some(({ id }) => id === slow)).toBe(false);
  });

  test('a cancellation of nothing that is known is ignored', async () => {
    const { driver } = start();
    await driver.open();
    const { id } = await driver.request('ping');
    for (const requestId of [id, 'never sent', 99_999])
      driver.notify('notifications/cancelled', { requestId });
    expect((await driver.request('ping')).result).toEqual({});
  });
});
