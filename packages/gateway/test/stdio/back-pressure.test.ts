import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBackPressure } from '../../src/fronts/back-pressure.js';
import { createGateway } from '../../src/create-gateway.js';
import { eventually } from '../support/eventually.js';
import { fixture, scripted } from '../support/script.js';

/** A client that reads only when it is told to. */
function slowReader(): { output: Writable; readAll: () => void } {
  const unread: (() => void)[] = [];
  const output = new Writable({
    highWaterMark: 10,
    write(_chunk, _encoding, done) {
      unread.push(done);
    },
  });
  return { output, readAll: () => unread.splice(0).forEach((done) => done()) };
}

describe('between a client and an upstream', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('a client that does not read is not read, nor is the upstream, until it reads', async () => {
    const { output, readAll } = slowReader();
    const input = new PassThrough();
    const upstream = { pause: vi.fn<() => void>(), resume: vi.fn<() => void>() };
    const pressure = createBackPressure({ input, output, upstream, onOverflow: () => {} });
    pressure.write('x'.repeat(20));
    pressure.write('y');
    expect(upstream.pause).toHaveBeenCalledTimes(1);
    expect(input.isPaused()).toBe(true);
    while (output.writableLength > 0) {
      readAll();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(upstream.resume).toHaveBeenCalledTimes(1);
    expect(input.isPaused()).toBe(false);
  });

  test('a client is read again when the upstream has caught up', async () => {
    const input = new PassThrough();
    let caughtUp: (() => void) | undefined;
    const whenReady = (): Promise<void> => new Promise((resolve) => (caughtUp = resolve));
    const output = new PassThrough();
    const pressure = createBackPressure({ input, output, upstream: { whenReady }, onOverflow: () => {} });
    pressure.passed();
    expect(input.isPaused()).toBe(true);
    caughtUp?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(input.isPaused()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a client of an upstream that takes nothing is read on after a while, so that its leaving is seen', async () => {
    const input = new PassThrough();
    const upstream = { whenReady: () => new Promise<void>(() => {}) };
    const options = { input, output: new PassThrough(), upstream, stallMs: 5_000, onOverflow: () => {} };
    const pressure = createBackPressure(options);
    pressure.passed();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(input.isPaused()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(input.isPaused()).toBe(false);
    pressure.passed();
    expect(input.isPaused()).toBe(false);
  });

  test('a client that leaves too much unread is given up where the upstream cannot be made to wait', () => {
    const { output } = slowReader();
    const onOverflow = vi.fn<() => void>();
    const options = { input: new PassThrough(), output, upstream: {}, maxUnreadBytes: 100, onOverflow };
    const pressure = createBackPressure(options);
    pressure.write('x'.repeat(100));
    expect(onOverflow).not.toHaveBeenCalled();
    pressure.write('x');
    expect(onOverflow).toHaveBeenCalledTimes(1);
  });
});

test('a server that floods a slow client has to wait, and nothing is lost', async () => {
  const gateway = createGateway({ upstream: fixture('flooding-server.mjs', '2000') });
  const input = new PassThrough();
  let count = 0;
  let largest = 0;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      count += String(chunk).split('\n').length - 1;
      largest = Math.max(largest, output.writableLength);
      setImmediate(() => done());
    },
  });
  const served = gateway.serveStdio({ input, output });
  await eventually(() => expect(count).toBe(2_000));
  // Of 20 MB in all.
  expect(largest).toBeLessThan(1024 * 1024);
  input.end();
  await served;
  await gateway.close();
});

test('what a server that does not read cannot take is answered, and its client can leave', async () => {
  const upstream = { ...fixture('deaf-server.mjs'), graceMs: { stdinMs: 10, termMs: 10_000 } };
  const gateway = createGateway({ upstream });
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: { id: number; error: { code: number; message: string } }[] = [];
  output.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trim().split('\n')) answers.push(JSON.parse(line) as (typeof answers)[0]);
  });
  const served = gateway.serveStdio({ input, output });
  const params = { text: 'x'.repeat(1024 * 1024) };
  for (let id = 0; id < 40; id += 1) {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
  }
  await eventually(() => expect(answers.length).toBeGreaterThan(0));
  expect(answers[0]?.error).toEqual({ code: -32603, message: 'Upstream does not read what it is sent' });
  input.end();
  await served;
  await gateway.close();
});

test('a session goes on at once with a server that was slow', async () => {
  const gateway = createGateway({ upstream: scripted({ prompts: { p: { a: ['x'] } } }) });
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  output.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  const served = gateway.serveStdio({ input, output });
  const params = { text: 'x'.repeat(500_000) };
  for (let id = 1; id <= 20; id += 1) {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params })}\n`);
  }
  await eventually(() => {
    const answered = lines.join('').trim().split('\n');
    expect(answered.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
  input.end();
  await served;
  await gateway.close();
});
