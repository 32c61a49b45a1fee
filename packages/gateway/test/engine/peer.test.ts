import { expect, test } from 'vitest';
import { metaKeys } from '@mcp-typeahead/protocol';
import { legacyDialect, type Dialect } from '../../src/dialect.js';
import { AskError } from '../../src/engine/ask-error.js';
import { createPeer } from '../../src/engine/create-peer.js';
import type { Ask } from '../../src/engine/peer.js';

const modernDialect: Dialect = { era: 'modern', version: '2026-07-28' };
const never: Ask = () => Promise.reject(new Error('not to be asked'));

test('what the handshake said is known until the restart', async () => {
  const peer = createPeer();
  expect(peer.introduction).toBeUndefined();
  peer.learn({ capabilities: { prompts: {} }, serverInfo: { name: 's' } }, legacyDialect);
  expect(peer.introduction).toEqual({
    era: 'legacy',
    capabilities: { prompts: {} },
    serverInfo: { name: 's' },
  });
  expect(await peer.standing({ type: 'ref/resource', uri: 'a://b' }, never)).toEqual({ is: 'absent' });
  peer.reset();
  expect(peer.introduction).toBeUndefined();
});

test.each([null, [], 'text', {}, { capabilities: [] }])('%j is no introduction', (result) => {
  const peer = createPeer();
  peer.learn(result, legacyDialect);
  expect(peer.introduction).toBeUndefined();
});

test('in the modern era the introduction is asked for once, and again when it is old', async () => {
  let now = 0;
  let asked = 0;
  const peer = createPeer(() => now);
  const ask: Ask = async () => {
    asked += 1;
    return { capabilities: {}, ttlMs: 2_000, _meta: { [metaKeys.serverInfo]: { name: 'm' } } };
  };
  const [one, two] = await Promise.all([
    peer.introduce(ask, modernDialect),
    peer.introduce(ask, modernDialect),
  ]);
  expect(one).toEqual({ era: 'modern', capabilities: {}, serverInfo: { name: 'm' } });
  expect(two).toBe(one);
  expect(asked).toBe(1);
  now = 2_000;
  await peer.introduce(ask, modernDialect);
  expect(asked).toBe(2);
});

test('an upstream that does not introduce itself is asked again after a second', async () => {
  let now = 0;
  let asked = 0;
  const peer = createPeer(() => now);
  const ask: Ask = async () => {
    asked += 1;
    throw new AskError('refused', 'no', -32601);
  };
  expect(await peer.introduce(ask, modernDialect)).toBeUndefined();
  now = 1_000;
  await peer.introduce(ask, modernDialect);
  expect(asked).toBe(2);
});
