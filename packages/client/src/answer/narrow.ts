import { createIndex } from '@mcp-typeahead/rank';
import type { Index } from '@mcp-typeahead/rank';
import { isComplete } from './answer.js';
import type { Answer, Suggestion } from './answer.js';

/** As many matches in good bands and the engine looks no further; docs/reference/ranking.md. */
const enough = 20;
/** As `enough`, for the loosest band: two slips in eight characters or more. */
const few = 5;
/** Lengths from which on the engine forgives a slip, or two: from there a longer text may match what a shorter did not. */
const forgivingLength = 4;
const veryForgivingLength = 8;
/** Longer lists are left to the server: a keystroke must not cost a frame. */
const maxNarrowed = 2_000;

/** After one of these a server may complete something else: the next item of a list, the next segment of a path. */
const separators = /[/\\,;:|\n\t]/;

type Items = readonly Suggestion[];

/** Indexes of lists, made when first needed and kept as long as the list. */
export class Narrower {
  readonly #indexes = new WeakMap<Items, Index<Suggestion & { title?: string }>>();

  /** Those that match the text, best first: never one that is wrong for it. */
  narrow(items: Items, text: string): Items {
    if (items.length > maxNarrowed) return [];
    return this.#index(items)
      .search(text)
      .matches.map(({ candidate, field, ranges }) => ({
        ...candidate,
        ranges: field === 'value' ? ranges : [],
      }));
  }

  /**
   * The list that the server would answer with for a longer text, or undefined if only the server knows it: when its answer was not
   * complete, when another part of the text is being completed, when nothing is left, or when so little is left that the server would
   * look in looser bands than it did for the shorter text.
   */
  conclude(answer: Answer, text: string): Items | undefined {
    const { text: shorter } = answer;
    if (!isComplete(answer) || answer.items.length === 0 || !text.startsWith(shorter)) return undefined;
    if (separators.test(text.slice(shorter.length))) return undefined;
    const items = this.narrow(answer.items, text);
    if (items.length === 0) return undefined;
    // The answer to no text is everything there is.
    if (shorter.trim() === '') return items;
    const crosses = (length: number): boolean => shorter.length < length && length <= text.length;
    const mayBeThin =
      (items.length < enough && (answer.items.length >= enough || crosses(forgivingLength))) ||
      (items.length < few && crosses(veryForgivingLength));
    return mayBeThin ? undefined : items;
  }

  /** The items as they are, with what to highlight where the server did not say. */
  highlight(items: Items, text: string): Items {
    if (text.trim() === '' || items.length > maxNarrowed || items.some(({ ranges }) => ranges.length > 0))
      return items;
    const ranges = new Map(this.narrow(items, text).map((item) => [item.value, item.ranges]));
    return items.map((item) => ({ ...item, ranges: ranges.get(item.value) ?? [] }));
  }

  #index(items: Items): Index<Suggestion> {
    let index = this.#indexes.get(items);
    if (index === undefined) {
      index = createIndex(items);
      this.#indexes.set(items, index);
    }
    return index;
  }
}
