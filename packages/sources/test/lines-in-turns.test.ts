import { describe, expect, it } from 'vitest';
import { linesInTurns } from '../src/file/lines-in-turns.js';

async function parts(text: string): Promise<string[][]> {
  const all: string[][] = [];
  for await (const lines of linesInTurns(text)) all.push(lines);
  return all;
}

describe('lines in turns', () => {
  it.each(['', 'a', 'a\n', 'a\nb', '\n\n', 'a\rb', 'a\r\nb\r\n'])(
    'of %j are those of the whole text',
    async (text) => {
      expect((await parts(text)).flat()).toEqual(text.split(text.includes('\n') ? '\n' : '\r'));
    },
  );

  it('come in parts that end with a line, whatever the length of the lines', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => 'x'.repeat(i % 40));
    const long = [...lines, 'y'.repeat(200_000), '', 'z'];
    for (const ends of ['\n', '\r']) {
      const found = await parts(long.join(ends));
      expect(found.length).toBeGreaterThan(8);
      expect(found.flat()).toEqual(long);
    }
  });

  it('let others have their turn between parts', async () => {
    let turns = 0;
    let isDone = false;
    const takeTurns = (): void => {
      turns += 1;
      if (!isDone) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);
    const found = await parts('name\n'.repeat(100_000));
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(found.length - 1);
  });
});
