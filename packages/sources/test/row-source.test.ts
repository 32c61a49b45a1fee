import { completer } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { readRows, rowSource } from '../src/index.js';
import { ask, toAnswer } from './support/test-io-source.js';

/** Ten million rows, of which it counts those that are made, and whether it is closed. */
function manyRows() {
  const seen = { made: 0, closed: 0 };
  const count = 10_000_000;
  const sync = function* (): Generator<string> {
    try {
      for (let row = 0; row < count; row += 1) {
        seen.made += 1;
        yield `row ${row}`;
      }
    } finally {
      seen.closed += 1;
    }
  };
  const async = async function* (): AsyncGenerator<string> {
    yield* sync();
  };
  return { seen, sync, async };
}

const twoRows = (): string[] => ['a', 'b'];

function* brokenRows(): Generator<string> {
  yield 'a';
  throw new Error('cursor lost');
}

describe('rowSource', () => {
  it.each(['sync', 'async'] as const)(
    'BUG-172 reads one row more than it gives of ten million, and lets go of the rest: %s',
    async (kind) => {
      const { seen, ...rows } = manyRows();
      const probe = testCompleter(completer(rowSource({ rows: rows[kind] })));
      const { values, total, hasMore } = await probe.complete('');
      expect(values).toHaveLength(100);
      expect({ total, hasMore }).toEqual({ total: undefined, hasMore: true });
      expect(seen).toEqual({ made: 101, closed: 1 });
    },
  );

  it('reads a list as far as its budget', async () => {
    const { seen, async } = manyRows();
    const source = rowSource({ kind: 'list', rows: async, maxRows: 1_000 });
    expect(toAnswer(await ask(source, ''))).toMatchObject({ complete: false, candidates: { length: 1_000 } });
    expect(seen).toEqual({ made: 1_001, closed: 1 });
  });

  it('knows that it has all where the rows end', async () => {
    expect(await ask(rowSource({ rows: twoRows, maxRows: 2 }), '')).toEqual({
      candidates: ['a', 'b'],
      complete: true,
    });
    expect(await ask(rowSource({ rows: twoRows, maxRows: 1 }), '')).toEqual({
      candidates: ['a'],
      complete: false,
    });
  });

  it('closes the rows when nobody waits any longer, without waiting for them', async () => {
    const caller = new AbortController();
    let closed = 0;
    const rows: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: () => {
          closed += 1;
          return new Promise<never>(() => {});
        },
      }),
    };
    const reading = readRows(rows, 10, caller.signal).catch((error: unknown) => error);
    const reason = new Error('gone');
    caller.abort(reason);
    expect(await reading).toBe(reason);
    expect(closed).toBe(1);
    await expect(readRows(rows, 10, caller.signal)).rejects.toBe(reason);
    expect(closed).toBe(1);
  });

  it('passes on what the rows throw, and closes them', async () => {
    await expect(ask(rowSource({ rows: brokenRows }), '')).rejects.toThrow('cursor lost');
  });
});
