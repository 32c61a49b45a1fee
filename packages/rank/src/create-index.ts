import type { CandidateInput } from './candidate.js';
import type { Index, IndexOptions, Match, SearchOptions, SearchResult } from './search-index.js';

/** Makes a list of candidates searchable. */
export function createIndex<C extends CandidateInput>(
  candidates: readonly C[],
  _options?: IndexOptions,
): Index<C> {
  const entries = candidates.map((candidate, order) => {
    const value = typeof candidate === 'string' ? candidate : candidate.value;
    const weight = typeof candidate === 'string' ? 0 : (candidate.weight ?? 0);
    return { candidate, value, folded: value.toLowerCase(), weight, order };
  });
  return {
    size: entries.length,
    search(query: string, options: SearchOptions<C> = {}): SearchResult<C> {
      const wanted = query.trim().toLowerCase();
      const hits = entries
        .filter((entry) => options.accept?.(entry.candidate) ?? true)
        .map((entry) => ({ entry, at: entry.folded.indexOf(wanted) }))
        .filter(({ at }) => at >= 0)
        .sort(
          (a, b) =>
            Number(b.entry.value === query) - Number(a.entry.value === query) ||
            Number(b.at === 0) - Number(a.at === 0) ||
            b.entry.weight - a.entry.weight ||
            (wanted === '' ? 0 : a.at - b.at || a.entry.value.length - b.entry.value.length) ||
            a.entry.order - b.entry.order,
        );
      const offset = options.offset ?? 0;
      const matches = hits
        .slice(offset, offset + (options.limit ?? hits.length))
        .map(({ entry, at }): Match<C> => ({
          candidate: entry.candidate,
          score: wanted === '' ? 0 : at === 0 ? 1 : 0.5,
          ranges: wanted === '' ? [] : [[at, at + wanted.length]],
          field: 'value',
          text: entry.value,
        }));
      return { matches, total: hits.length };
    },
  };
}
