import { list } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { takeAtOnce, takeInTurns, type Steps } from '../src/steps.js';

/** Takes up the processor as work does. */
function workFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function* countTo(last: number, stepMs = 0): Steps<number> {
  for (let n = 0; n < last; n += 1) {
    workFor(stepMs);
    yield;
  }
  return last;
}

function* fail(): Steps<never> {
  yield;
  throw new Error('broken');
}

describe('work in steps', () => {
  it('has the same outcome in one go and in turns', async () => {
    expect(takeAtOnce(countTo(1_000))).toBe(1_000);
    expect(await takeInTurns(countTo(1_000))).toBe(1_000);
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await takeInTurns(countTo(100, 1));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it('is left when nobody waits for it', async () => {
    const controller = new AbortController();
    const steps = countTo(1e9);
    const left = takeInTurns(steps, controller.signal);
    controller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
  });

  it('fails as its steps do', async () => {
    await expect(takeInTurns(fail())).rejects.toThrow('broken');
  });
});

describe('a long list', () => {
  it('keeps its order, and the first of equal values', async () => {
    const names = Array.from({ length: 30_000 }, (_, i) => `name-${i % 20_000}`);
    const { result } = await testCompleter(list(() => names)).complete('');
    expect(result.completion).toMatchObject({ total: 20_000, hasMore: true });
    expect(result.completion.values[99]).toBe('name-99');
  });
});
