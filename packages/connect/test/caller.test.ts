import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaller, createListeners, type Wire, type WireClosed } from '../src/index.js';
import { createClosedState } from '../src/closed-state.js';
import { openTo } from './support/http-peer.js';
import { echoScript, openScript } from './support/processes.js';
import { serveModern } from './support/sdk-modern-peer.js';

/** A wire whose other end is the test itself. */
function createLoop(): {
  wire: Wire;
  sent: JsonRpcMessage[];
  abandoned: RequestId[];
  receive: (message: JsonRpcMessage) => void;
  end: (closed: WireClosed) => void;
} {
  const sent: JsonRpcMessage[] = [];
  const abandoned: RequestId[] = [];
  const messages = createListeners<[JsonRpcMessage, object]>();
  const state = createClosedState();
  const wire: Wire = {
    send: async (message) => void sent.push(message),
    abandon: (id) => void abandoned.push(id),
    close: async () => state.settle({ code: 'closed', message: 'closed' }),
    closed: state.promise,
    onMessage: messages.add,
    onNoise: () => () => {},
  };
  return { wire, sent, abandoned, receive: (message) => messages.emit(message, {}), end: state.settle };
}

describe('createCaller', () => {
  it('matches responses to requests in whatever order they come, and ids by kind', async () => {
    const { wire, receive } = createLoop();
    const caller = createCaller(wire);
    const answers = [caller.request('a'), caller.request('b')];
    receive({ jsonrpc: '2.0', id: '1', result: 'another id' });
    receive({ jsonrpc: '2.0', id: 2, result: 'second' });
    receive({ jsonrpc: '2.0', id: 1, result: 'first' });
    expect(await Promise.all(answers)).toEqual(['first', 'second']);
  });

  it('begins its ids with the prefix given', async () => {
    const { wire, sent } = createLoop();
    createCaller(wire, { idPrefix: 'gw-' })
      .request('a')
      .catch(() => {});
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'gw-1', method: 'a' }]);
  });

  it('rejects with the code, message and data of an error', async () => {
    const { wire, receive } = createLoop();
    const answer = createCaller(wire).request('a');
    receive({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 42900, message: 'Slow down', data: { retryAfterMs: 5 } },
    });
    await expect(answer).rejects.toMatchObject({
      name: 'RpcError',
      code: 42900,
      message: 'Slow down',
      data: { retryAfterMs: 5 },
    });
  });

  it('answers ping, and refuses other requests of the peer', async () => {
    const { wire, sent, receive } = createLoop();
    createCaller(wire);
    receive({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    receive({ jsonrpc: '2.0', id: 0, method: 'roots/list' });
    receive({ jsonrpc: '2.0', method: 'notifications/message' });
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'p', result: {} },
      { jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found' } },
    ]);
  });

  it('leaves the requests of the peer to others where it is told to', () => {
    const { wire, sent, receive } = createLoop();
    createCaller(wire, { answersRequests: false });
    receive({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    expect(sent).toEqual([]);
  });

  it('rejects what it waits for when the wire ends, and when it is closed', async () => {
    const first = createLoop();
    const ended = createCaller(first.wire).request('a');
    first.end({ code: 'exited', message: 'The child process ended.', exitCode: 1, stderrTail: 'oops' });
    await expect(ended).rejects.toMatchObject({
      code: 'exited',
      stderrTail: 'oops',
      closed: { exitCode: 1 },
    });
    const second = createLoop();
    const caller = createCaller(second.wire);
    const [closed] = await Promise.allSettled([caller.request('a'), caller.close()]);
    expect(closed).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
  });

  it('sends notifications as they are', async () => {
    const { wire, sent } = createLoop();
    await createCaller(wire).notify('notifications/x', { a: 1 });
    expect(sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/x', params: { a: 1 } }]);
  });

  it('cancels with the peer when the signal aborts, and rejects with its reason', async () => {
    const { wire, sent, abandoned } = createLoop();
    const abort = new AbortController();
    const answer = createCaller(wire).request('a', {}, { signal: abort.signal });
    const reason = new Error('typed on');
    abort.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(abandoned).toEqual([1]);
    expect(sent.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'No longer needed' },
    });
  });

  it('sends nothing where the signal has already aborted', async () => {
    const { wire, sent } = createLoop();
    await expect(createCaller(wire).request('a', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toEqual([]);
  });

  it('cancels over modern HTTP by closing the exchange, and with no notification', async () => {
    const peer = await serveModern();
    const caller = createCaller(openTo(peer));
    await caller.handshake();
    const abort = new AbortController();
    const answer = caller.request('tools/call', { name: 'forever', arguments: {} }, { signal: abort.signal });
    await vi.waitFor(() => expect(peer.requests).toHaveLength(2));
    abort.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(peer.cancelled).toEqual(['forever']));
    expect(peer.requests).toHaveLength(2);
  });

  it('keeps its own requests apart when many are under way', async () => {
    const caller = createCaller(openScript(echoScript));
    const answers = Array.from({ length: 200 }, (_, n) => caller.request('echo', { n }));
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, (_, n) => ({ n })));
    await caller.close();
  });
});

describe('createCaller, in time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives up after the time given, cancels with the peer, and ignores what comes later', async () => {
    const { wire, sent, receive } = createLoop();
    const failures: unknown[] = [];
    createCaller(wire)
      .request('completion/complete', {}, { timeoutMs: 500 })
      .catch((error: unknown) => failures.push(error));
    await vi.advanceTimersByTimeAsync(499);
    expect(failures).toEqual([]);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toEqual([
      expect.objectContaining({
        code: 'timeout',
        message: 'The server did not answer "completion/complete" within 500 ms.',
      }),
    ]);
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
    receive({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('leaves no timer behind', async () => {
    const { wire, receive } = createLoop();
    const answer = createCaller(wire).request('a');
    receive({ jsonrpc: '2.0', id: 1, result: {} });
    await answer;
    expect(vi.getTimerCount()).toBe(0);
  });
});
