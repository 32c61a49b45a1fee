import { TIER } from '../bands.js';
import type { Matcher } from './matcher.js';
import { ANYWHERE, AT_START } from './matcher.js';
import { placeHeadErrors, placeMissingLetter, placeWordError } from './place-errors.js';
import { placeFirstInitials, placeInitials } from './place-initials.js';
import { placeAbbreviation, placeWordParts } from './place-parts.js';
import { placeExtension, placeInside, placePrefix, placeWhole, placeWordStart } from './place-run.js';
import { placeSubsequence } from './place-subsequence.js';
import { placeWords } from './place-words.js';

/**
 * Finds the query in a text as a tier has it, given that no better tier does, and leaves in the matcher where. False if it is not there.
 */
export function place(m: Matcher, tier: number, text: number): boolean {
  m.open(text);
  switch (tier) {
    case TIER.exact:
      m.setSpans(m.start, m.end);
      m.first = m.base;
      return true;
    case TIER.folded:
      return placeWhole(m);
    case TIER.prefix:
      return placePrefix(m);
    case TIER.wordStart:
      return placeWordStart(m);
    case TIER.firstInitials:
      return placeFirstInitials(m);
    case TIER.initials:
      return placeInitials(m);
    case TIER.abbreviation:
      return placeAbbreviation(m);
    case TIER.missingLetter:
      return placeMissingLetter(m);
    case TIER.inside:
      return placeInside(m);
    case TIER.wordError:
      return placeWordError(m);
    case TIER.wordParts:
      return placeWordParts(m);
    case TIER.subsequence:
      return placeSubsequence(m);
    case TIER.extension:
      return placeExtension(m);
    case TIER.wordsInOrder:
    case TIER.wordsAnyOrder:
      return placeWords(m, AT_START) === tier;
    case TIER.wordsInsideInOrder:
    case TIER.wordsInsideAnyOrder:
      return placeWords(m, ANYWHERE) === tier;
    default:
      return placeHeadErrors(m, tier);
  }
}
