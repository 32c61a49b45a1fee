import { appendWord, capitalize } from '../join-words.js';
import type { Syllables } from './syllables.js';

/** Half of the readings of a value; the other half are their initials. */
const MAX_SPELLINGS = 8;

export interface Spelling {
  readonly full: string;
  readonly initials: string;
  /** How far it is from the likeliest one: the sum of the places of its syllables among those of their characters. */
  readonly distance: number;
}

/**
 * The spellings nearest to the likeliest one, out of a product that doubles with every second character. As distances
 * add up, no beginning that is dropped here could have become one of the nearest.
 */
export function likeliestSpellings(parts: readonly Syllables[]): readonly Spelling[] {
  let spellings: Spelling[] = [{ full: '', initials: '', distance: 0 }];
  let afterHan = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      spellings = spellings.map((spelling) => extend(spelling, part, part, 0));
    } else {
      const longer = spellings.flatMap((spelling) =>
        part.map((syllable, place) => {
          const initial = syllable.charAt(0);
          return extend(spelling, capitalize(syllable), initial, place, afterHan);
        }),
      );
      spellings = longer.length === spellings.length ? longer : nearest(longer);
    }
    afterHan = typeof part !== 'string';
  }
  return spellings;
}

function extend(
  { full, initials, distance }: Spelling,
  text: string,
  initial: string,
  place: number,
  isInRun = false,
): Spelling {
  return {
    full: appendWord(full, text),
    initials: isInRun ? initials + initial : appendWord(initials, initial),
    distance: distance + place,
  };
}

function nearest(spellings: readonly Spelling[]): Spelling[] {
  return spellings.toSorted((a, b) => a.distance - b.distance).slice(0, MAX_SPELLINGS);
}
