import { expect, test } from 'vitest';
import { createSharedValue } from '../../src/engine/shared-value.js';

interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

function deferred<T>(): Deferred<T> {
  const made = {} as Deferred<T>;
  made.promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

test('a value is loaded once for all who wait, and kept until it expires', async () => {
  let now = 0;
  let loads = 0;
  const shared = createSharedValue<number>(() => now);
  const load = async () => ({ value: (loads += 1), ttlMs: 100 });
  expect(await Promise.all([shared.get(load), shared.get(load)])).toEqual([1, 1]);
  now = 99;
  expect(shared.current).toBe(1);
  expect(await shared.get(load)).toBe(1);
  now = 100;
  expect(shared.current).toBeUndefined();
  expect(await shared.get(load)).toBe(2);
});

test('a caller who wants it fresh gets it fresh', async () => {
  let now = 0;
  let loads = 0;
  const shared = createSharedValue<number>(() => now);
  const load = async () => ({ value: (loads += 1), ttlMs: 1_000 });
  await shared.get(load);
  now = 50;
  expect(await shared.get(load, 50)).toBe(1);
  now = 51;
  expect(await shared.get(load, 50)).toBe(2);
});

test('where the load of another fails, one’s own is tried, once for all who waited', async () => {
  const shared = createSharedValue<string>(() => 0);
  const first = deferred<{ value: string; ttlMs: number }>();
  let loads = 0;
  const own = async () => ({ value: `own ${(loads += 1)}`, ttlMs: 1 });
  const failing = shared.get(() => first.promise);
  const waiting = [shared.get(own), shared.get(own)];
  first.reject(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  expect(await Promise.all(waiting)).toEqual(['own 1', 'own 1']);
});

test('a load that began before the value was dropped serves only those who wait for it', async () => {
  const shared = createSharedValue<string>(() => 0);
  const old = deferred<{ value: string; ttlMs: number }>();
  const waiting = shared.get(() => old.promise);
  shared.drop();
  const after = shared.get(async () => ({ value: 'new', ttlMs: 10 }));
  old.resolve({ value: 'old', ttlMs: 10 });
  expect(await waiting).toBe('old');
  expect(await after).toBe('new');
  expect(shared.current).toBe('new');
});
