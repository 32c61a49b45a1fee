import type { Band, Match } from '@mcp-typeahead/rank';
import { createIndex } from '@mcp-typeahead/rank/small';
import type { SmallIndex } from '@mcp-typeahead/rank/small';
import { isComplete } from './answer.js';
import type { Answer, Suggestion } from './answer.js';

/** With so many matches in good bands the engine looks no further; docs/reference/ranking.md. */
const enough = 10;
/** Those that it always looks in; what is in them for a longer text was in them for a shorter. */
const goodBands: readonly Band[] = ['exact', 'folded', 'prefix', 'word-start'];
/** As `enough`, for bands of characters apart. Two slips it forgives only where there is nothing else. */
const few = 3;
/** Length from which on the engine forgives a slip: from there a longer text may match what a shorter did not. */
const forgivingLength = 4;
/** Longer lists are left to the server: a keystroke must not cost a frame. */
const maxNarrowed = 2_000;

/** After one of these a server may complete something else: the next item of a list, the next segment of a path. */
const separators = /[/\\,;:|\n\t]/;

type Items = readonly Suggestion[];

/** Indexes of lists, made when first needed and kept as long as the list. */
export class Narrower {
  readonly #indexes = new WeakMap<Items, SmallIndex<Suggestion>>();

  /** Those that match the text, best first: never one that is wrong for it. */
  narrow(items: Items, text: string): Items {
    return this.#search(items, text).map(toSuggestion);
  }

  /**
   * What matches a longer text, and whether that is what the server would answer with. It is not where another part of the text is being
   * completed, and where so little is left that the server would look in looser bands than it did for the shorter text. Undefined if
   * only the server knows: its answer was not complete, or nothing is left of it.
   */
  conclude(answer: Answer, text: string): { items: Items; isFinal: boolean } | undefined {
    const { text: shorter } = answer;
    if (!isComplete(answer) || !text.startsWith(shorter)) return undefined;
    const matches = this.#search(answer.items, text);
    if (matches.length === 0) return undefined;
    const good = matches.filter(({ band }) => band === undefined || goodBands.includes(band)).length;
    const mayForgive = shorter.length < forgivingLength && forgivingLength <= text.length;
    // The answer to no text is everything there is.
    const mayBeThin =
      shorter.trim() !== '' &&
      ((good < enough && (answer.items.length >= enough || mayForgive)) ||
        (matches.length < few && answer.items.length >= few));
    const isFinal = !mayBeThin && !separators.test(text.slice(shorter.length));
    return { items: matches.map(toSuggestion), isFinal };
  }

  /** The items as they are, with what to highlight where the server did not say. */
  highlight(items: Items, text: string): Items {
    if (text.trim() === '' || items.length > maxNarrowed || items.some(({ ranges }) => ranges.length > 0))
      return items;
    const ranges = new Map(this.narrow(items, text).map((item) => [item.value, item.ranges]));
    return items.map((item) => ({ ...item, ranges: ranges.get(item.value) ?? [] }));
  }

  #search(items: Items, text: string): Match<Suggestion>[] {
    return items.length > maxNarrowed ? [] : this.#index(items).search(text).matches;
  }

  #index(items: Items): SmallIndex<Suggestion> {
    let index = this.#indexes.get(items);
    if (index === undefined) {
      index = createIndex(items);
      this.#indexes.set(items, index);
    }
    return index;
  }
}

function toSuggestion({ candidate, field, ranges }: Match<Suggestion>): Suggestion {
  return { ...candidate, ranges: field === 'value' ? ranges : [] };
}
