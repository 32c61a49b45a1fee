import { describe, expect, test } from 'vitest';
import { extensionKey } from '@mcp-typeahead/protocol';
import { useGatewayClients } from '../support/clients.js';
import { modern } from '../support/modern.js';
import { scripted } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();

test('BUG-002 an upstream with prompts is declared with exactly `completions: {}`, in the plural', async () => {
  const client = connect({
    upstream: scripted({ capabilities: { prompts: {} }, prompts: { greet: { who: ['x'] } } }),
  });
  const { capabilities } = await client.initialize();
  expect(capabilities).toEqual({ prompts: {}, completions: {}, experimental: { [extensionKey]: {} } });
  expect(capabilities).not.toHaveProperty('completion');
});

test('BUG-009 capabilities that nobody here knows reach the client, and completions pass', async () => {
  const capabilities = {
    completions: {},
    logging: {},
    tools: { listChanged: true, future: [1, 2] },
    experimental: { x: { y: 1 } },
    'com.example/new': { depth: { of: 'field' } },
  };
  const upstream = scripted({ capabilities, prompts: { p: { a: ['from upstream'] } } });
  const client = connect({ upstream });
  const result = await client.initialize();
  expect(result['capabilities']).toEqual(capabilities);
  const list = await client.request('tools/list');
  expect(list.error?.code).toBe(-32601);
  const answer = await client.request('completion/complete', complete('p', 'a'));
  expect(answer.result).toEqual({ completion: { values: ['from upstream'] } });
});

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('in revision %s', (version) => {
  test('an upstream with resources only is declared too, and nothing else of the result changes', async () => {
    const initialize = { instructions: 'Be kind.', _meta: { a: 1 }, unknown: null };
    const upstream = scripted({ capabilities: { resources: { subscribe: true } }, initialize });
    const result = await connect({ upstream }).initialize(version);
    expect(result).toEqual({
      ...initialize,
      protocolVersion: version,
      serverInfo: { name: 'scripted', version: '1.0.0' },
      capabilities: {
        resources: { subscribe: true },
        completions: {},
        experimental: { [extensionKey]: {} },
      },
    });
  });
});

test('what the upstream declares of completions and of our extension is kept', async () => {
  const capabilities = {
    prompts: {},
    completions: { fuzzy: true },
    experimental: { [extensionKey]: { own: 1 }, other: {} },
  };
  const result = await connect({ upstream: scripted({ capabilities }) }).initialize();
  expect(result['capabilities']).toEqual(capabilities);
});

test('a declaration that is not an object is replaced by one that clients accept', async () => {
  const result = await connect({
    upstream: scripted({ capabilities: { prompts: {}, completions: true } }),
  }).initialize();
  expect(result['capabilities']).toMatchObject({ completions: {} });
});

test('in the modern era the extension is declared under `extensions`', async () => {
  const upstream = scripted({
    modern: true,
    capabilities: { prompts: {}, extensions: { 'com.example/x': {} } },
  });
  const { result } = await connect({ upstream }).request('server/discover', modern());
  expect(result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    ttlMs: 0,
    capabilities: { completions: {}, extensions: { 'com.example/x': {}, [extensionKey]: {} } },
  });
});

test('a legacy upstream refuses `server/discover` itself, and the client falls back', async () => {
  const client = connect({ upstream: scripted({ prompts: { p: { a: ['x'] } } }) });
  const probe = await client.request('server/discover', modern());
  expect(probe.error).toEqual({ code: -32601, message: 'Method not found' });
  await client.initialize();
  const answer = await client.request('completion/complete', complete('p', 'a'));
  expect(answer.result).toEqual({ completion: { values: ['x'] } });
});

test('an error of the upstream to `initialize` passes as it is', async () => {
  const client = connect({ upstream: scripted({ exitOn: 'never' }) });
  const answer = await client.request('unknown/method', { a: 1 }, 'id');
  expect(answer).toEqual({ jsonrpc: '2.0', id: 'id', error: { code: -32601, message: 'Method not found' } });
});
