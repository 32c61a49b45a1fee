import { expect, test } from 'vitest';
import { createBackoff } from '../../src/upstream/backoff.js';

test('the first end costs no wait, each further one twice as much, up to a limit', () => {
  const backoff = createBackoff({ firstMs: 100, maxMs: 1_000 }, () => 0);
  const waits = Array.from({ length: 7 }, () => {
    backoff.started();
    return backoff.ended();
  });
  expect(waits).toEqual([0, 100, 200, 400, 800, 1_000, 1_000]);
});

test('an answer, or a long life, makes up for the failures before', () => {
  let now = 0;
  const backoff = createBackoff({ firstMs: 100, maxMs: 1_000, stableMs: 10_000 }, () => now);
  backoff.ended();
  expect(backoff.ended()).toBe(100);
  backoff.succeeded();
  expect(backoff.ended()).toBe(0);
  expect(backoff.ended()).toBe(100);
  backoff.started();
  now = 10_000;
  expect(backoff.ended()).toBe(0);
});
