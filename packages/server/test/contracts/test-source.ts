import type { CandidateInput, Source } from '@mcp-typeahead/server';
import { completer } from '@mcp-typeahead/server';
import type { CompleterAnswer } from '@mcp-typeahead/server/testing';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';

export interface SourceContract {
  /** Name of the implementation, for the titles. */
  name: string;
  /** A new source over exactly these candidates. */
  create: (candidates: readonly CandidateInput[]) => Promise<SourceUnderTest> | SourceUnderTest;
}

interface SourceUnderTest {
  source: Source;
  /** Lets go of files, connections, processes. */
  close?: () => Promise<void> | void;
}

const severities: readonly CandidateInput[] = [
  { value: 'P0', title: 'Critical' },
  { value: 'P1' },
  { value: 'P2' },
];

function complete(source: Source, value: string): Promise<CompleterAnswer> {
  return testCompleter(completer(source)).complete(value);
}

/** What every `Source` must do. Run it in the test of each implementation. */
export function testSource({ name, create }: SourceContract): void {
  const withSource = async (
    candidates: readonly CandidateInput[],
    use: (source: Source) => Promise<void>,
  ) => {
    const { source, close } = await create(candidates);
    try {
      await use(source);
    } finally {
      await close?.();
    }
  };

  describe(`${name} is a Source`, () => {
    it('yields every candidate for an empty text, with an honest count', () =>
      withSource(severities, async (source) => {
        const { values, total, hasMore } = await complete(source, '');
        expect([...values].sort()).toEqual(['P0', 'P1', 'P2']);
        expect([3, undefined]).toContain(total);
        expect(hasMore === false || total === undefined).toBe(true);
      }));

    it('finds what begins with the text, and nothing else', () =>
      withSource(['alpha', 'alpine', 'beta'], async (source) => {
        const { values } = await complete(source, 'al');
        expect([...values].sort()).toEqual(['alpha', 'alpine']);
      }));

    it('keeps values as they are: spaces, quotes, commas, other scripts', () => {
      const odd = [
        'with space',
        'comma, inside',
        '"quoted"',
        "apostrophe's",
        '紧急',
        'éclair',
        'a_b%c',
        '\\back',
      ];
      return withSource(odd, async (source) => {
        expect([...(await complete(source, '')).values].sort()).toEqual([...odd].sort());
        for (const value of odd) expect((await complete(source, value)).values).toContain(value);
      });
    });

    it('answers a text that matches nothing with an empty list', () =>
      withSource(severities, async (source) => {
        expect((await complete(source, 'no such value')).values).toEqual([]);
      }));

    it('answers an empty set with an empty list', () =>
      withSource([], async (source) => {
        expect((await complete(source, '')).values).toEqual([]);
      }));

    it('treats what looks like a pattern as text', () =>
      withSource(['a%', 'ab', 'a*', '.*'], async (source) => {
        for (const text of ['%', '*', '.*', '_', "'; --"]) {
          for (const value of (await complete(source, text)).values) expect(value).toContain(text[0]);
        }
      }));

    it('stops, or at least is left alone, when the caller goes', () =>
      withSource(severities, async (source) => {
        const gone = AbortSignal.abort(new Error('gone'));
        await expect(testCompleter(completer(source)).complete('', { signal: gone })).rejects.toThrow('gone');
        expect((await complete(source, '')).values).toHaveLength(3);
      }));
  });
}
