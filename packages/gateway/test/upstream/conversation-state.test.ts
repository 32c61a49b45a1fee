import { expect, test } from 'vitest';
import { createConversationState } from '../../src/upstream/conversation-state.js';

const initialize = { jsonrpc: '2.0' as const, id: 0, method: 'initialize', params: { a: 1 } };
const initialized = { jsonrpc: '2.0' as const, method: 'notifications/initialized' };
const cancelled = (requestId: unknown) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/cancelled',
  params: { requestId },
});

test('an answered `initialize` is what a successor is told', () => {
  const state = createConversationState();
  state.fromClient(initialize);
  expect(state.replay).toBeUndefined();
  state.fromUpstream({ jsonrpc: '2.0', id: 0, result: {} });
  expect(state.replay).toEqual({ params: { a: 1 }, initialized: false, lasting: [] });
  state.fromClient(initialized);
  expect(state.replay).toEqual({ params: { a: 1 }, initialized: true, lasting: [] });
  state.interrupt();
  expect(state.replay).toEqual({ params: { a: 1 }, initialized: true, lasting: [] });
});

test('an `initialize` that was refused or interrupted is not', () => {
  const refused = createConversationState();
  refused.fromClient(initialize);
  refused.fromUpstream({ jsonrpc: '2.0', id: 0, error: { code: -32602, message: 'no' } });
  expect(refused.replay).toBeUndefined();
  const interrupted = createConversationState();
  interrupted.fromClient(initialize);
  expect(interrupted.interrupt().clientRequests).toEqual([0]);
  expect(interrupted.replay).toBeUndefined();
});

test('what is neither answered nor cancelled is open when the upstream ends', () => {
  const state = createConversationState();
  for (const id of [1, '1', 2, 3]) state.fromClient({ jsonrpc: '2.0', id, method: 'x' });
  state.fromUpstream({ jsonrpc: '2.0', id: 1, result: {} });
  state.fromClient(cancelled(2));
  for (const id of ['q', 'r', 's']) state.fromUpstream({ jsonrpc: '2.0', id, method: 'roots/list' });
  expect(state.fromClient({ jsonrpc: '2.0', id: 'r', result: {} })).toBe(true);
  state.fromUpstream(cancelled('s'));
  expect(state.interrupt()).toEqual({ clientRequests: ['1', 3], upstreamRequests: ['q'] });
  expect(state.interrupt()).toEqual({ clientRequests: [], upstreamRequests: [] });
  // The answer to a question that died with the upstream; then the successor asks under the same id.
  expect(state.fromClient({ jsonrpc: '2.0', id: 'q', result: {} })).toBe(false);
  state.fromUpstream({ jsonrpc: '2.0', id: 'q', method: 'roots/list' });
  expect(state.fromClient({ jsonrpc: '2.0', id: 'q', result: {} })).toBe(true);
});

test('a request is settled once', () => {
  const state = createConversationState();
  state.fromClient({ jsonrpc: '2.0', id: 1, method: 'x' });
  expect(state.settle(1)).toBe(true);
  expect(state.settle(1)).toBe(false);
});

test('log levels and subscriptions that were granted are set up again, the last word counting', () => {
  const state = createConversationState();
  const ids = { next: 0 };
  const ask = (method: string, params: object, isGranted = true): void => {
    const id = (ids.next += 1);
    state.fromClient({ jsonrpc: '2.0', id, method, params });
    const error = { code: -32602, message: 'no' };
    state.fromUpstream(isGranted ? { jsonrpc: '2.0', id, result: {} } : { jsonrpc: '2.0', id, error });
  };
  ask('initialize', {});
  ask('logging/setLevel', { level: 'info' });
  ask('logging/setLevel', { level: 'debug' });
  ask('logging/setLevel', { level: 'nonsense' }, false);
  for (const uri of ['a://1', 'a://2', 'a://3']) ask('resources/subscribe', { uri });
  ask('resources/unsubscribe', { uri: 'a://2' });
  ask('tools/call', { name: 'x' });
  expect(state.replay?.lasting).toEqual([
    { method: 'logging/setLevel', params: { level: 'debug' } },
    { method: 'resources/subscribe', params: { uri: 'a://1' } },
    { method: 'resources/subscribe', params: { uri: 'a://3' } },
  ]);
});
