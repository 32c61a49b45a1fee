import { describe, expect, it } from 'vitest';
import { reconnectionDelay } from '../src/url/reconnection-delay.js';

describe('reconnectionDelay', () => {
  it('grows with each attempt that brought nothing, up to half a minute', () => {
    const delays = [0, 1, 2, 3, 100].map((failures) => reconnectionDelay(undefined, failures));
    expect(delays).toEqual([1_000, 1_500, 2_250, 3_375, 30_000]);
  });

  it('is what the server asks for while it has something to say', () => {
    expect(reconnectionDelay(250, 0)).toBe(250);
    expect(reconnectionDelay(60_000, 0)).toBe(60_000);
  });

  it('is at least what the server asks for, and grows, when it has nothing to say', () => {
    expect(reconnectionDelay(250, 2)).toBe(2_250);
    expect(reconnectionDelay(60_000, 2)).toBe(60_000);
  });

  it('is never so short that it is a busy loop, nor so long that a timer fires at once', () => {
    expect(reconnectionDelay(0, 0)).toBe(100);
    expect(reconnectionDelay(1e12, 0)).toBe(2_147_483_647);
  });
});
