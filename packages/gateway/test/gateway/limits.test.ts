import { afterEach, expect, test } from 'vitest';
import { parseConfig, type GatewayConfig } from '../../src/config/index.js';
import { scripted } from '../support/script.js';
import { complete, connectThrough, type GatewayClient } from '../support/stdio-client.js';

const clients: GatewayClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.leave()));
});

function configOf(limits: string): GatewayConfig {
  const text = `completions: { prompts: { p: { a: [red, green] } } }\nlimits: ${limits}\n`;
  return parseConfig(text, { file: '/etc/typeahead.yaml', env: {} });
}

async function connect(limits: string): Promise<GatewayClient> {
  const client = connectThrough({
    upstream: scripted({ prompts: { p: { a: [] } } }),
    config: configOf(limits),
  });
  clients.push(client);
  await client.initialize();
  return client;
}

/** Error codes of so many completions at once, 0 for an answer, in ascending order. */
async function codes(client: GatewayClient, count: number, value = ''): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => client.request('completion/complete', complete('p', 'a', value))),
  );
  return answers.map(({ error }) => error?.code ?? 0).toSorted((a, b) => a - b);
}

test('asks beyond the configured rate are answered 42900 with the time to wait, and the session goes on', async () => {
  const client = await connect('{ perPrincipal: { perSecond: 0.001, burst: 3 } }');
  expect(await codes(client, 5)).toEqual([0, 0, 0, 42900, 42900]);
  const { error } = await client.request('completion/complete', complete('p', 'a'));
  expect(error).toEqual({
    code: 42900,
    message: 'Rate limit exceeded',
    data: { retryAfterMs: expect.any(Number) },
  });
  expect((await client.request('prompts/list')).result).toBeDefined();
});

test('a reload changes the rates and forgives nobody', async () => {
  const client = await connect('{ perPrincipal: { perSecond: 0.001, burst: 2 } }');
  expect(await codes(client, 3)).toEqual([0, 0, 42900]);
  client.gateway.reload(configOf('{ perPrincipal: { perSecond: 0.001, burst: 2 } }'));
  expect(await codes(client, 1)).toEqual([42900]);
  client.gateway.reload(configOf('{ perPrincipal: false, global: false }'));
  expect(await codes(client, 300)).toEqual(Array.from({ length: 300 }, () => 0));
});

test('the largest value is configurable, and its default holds without a word', async () => {
  const client = await connect('{ maxValueLength: 4 }');
  expect(await codes(client, 1, 'gree')).toEqual([0]);
  expect(await codes(client, 1, 'green')).toEqual([-32602]);
  client.gateway.reload(configOf('{}'));
  expect(await codes(client, 1, 'x'.repeat(1_024))).toEqual([0]);
  expect(await codes(client, 1, 'x'.repeat(1_025))).toEqual([-32602]);
});
