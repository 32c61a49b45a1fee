import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BANDS, createIndex } from '../src/index.js';

/** Rows of the table of bands: number, band, meaning, query, texts found with the matched characters in bold. */
function documentedBands(): { band: string; query: string; texts: string[] }[] {
  const page = readFileSync(new URL('../../../docs/reference/ranking.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| \d+ \| `([a-z-]+)` \|[^|]*\| `([^`]*)` \| ([^|]*) \|$/gm)].map(
    ([, band = '', query = '', finds = '']) => ({ band, query, texts: finds.split(', ') }),
  );
}

function bold(text: string, ranges: readonly [number, number][]): string {
  let marked = '';
  let done = 0;
  for (const [start, end] of ranges) {
    marked += `${text.slice(done, start)}**${text.slice(start, end)}**`;
    done = end;
  }
  return marked + text.slice(done);
}

/** Rows of the table of examples: query, what comes first, what then. */
function documentedOrders(): [query: string, first: string, then: string][] {
  const page = readFileSync(new URL('../../../docs/reference/ranking.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| `([^`]*)` \| ([^|]*) \| ([^|]*) \| [^|]* \|$/gm)].map(
    ([, query = '', first = '', then = '']) => [query, first, then],
  );
}

describe('the page that explains the order', () => {
  it('names every band, in its order', () => {
    expect(documentedBands().map(({ band }) => band)).toEqual([...BANDS]);
  });

  it('has examples that are found as it says', () => {
    for (const { band, query, texts } of documentedBands()) {
      for (const text of texts) {
        const plain = text.replaceAll('**', '');
        const [match] = createIndex([plain]).search(query).matches;
        expect(match?.band).toBe(band);
        expect(bold(plain, match?.ranges ?? [])).toBe(text.includes('**') ? text : `**${text}**`);
      }
    }
  });

  it('has examples of what comes first that do', () => {
    const orders = documentedOrders();
    expect(orders.length).toBeGreaterThan(5);
    for (const [query, first, then] of orders) {
      const { matches } = createIndex([then, first]).search(query);
      expect(matches.map(({ candidate }) => candidate)).toEqual([first, then]);
    }
  });
});
