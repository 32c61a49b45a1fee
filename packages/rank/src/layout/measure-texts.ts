import { RankError } from '../rank-error.js';
import type { Folder } from '../text/folder.js';
import { isPlainAscii } from '../text/plain-ascii.js';
import type { BitSet } from './bit-set.js';
import { addTo, emptySet } from './bit-set.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** What has to be known of texts before they can be laid out. */
export interface Measured {
  /** By text: characters of its folded form. */
  readonly lengths: Uint32Array;
  /** By text: it is no plain ASCII. */
  readonly isExotic: BitSet;
  /** Characters of all, each text with an END. */
  readonly total: number;
  /** The highest code. */
  readonly highest: number;
}

/** Positions stay below what operations on 32 bits take for negative. */
const MAX_TOTAL = 2 ** 31 - 2 ** 8;

/**
 * Measures texts. What is no plain ASCII is folded, so that its characters get their codes.
 * @throws RankError `too-large`
 */
export function* measureTexts(texts: readonly string[], folder: Folder): Steps<Measured> {
  const lengths = new Uint32Array(texts.length);
  const isExotic = emptySet(texts.length);
  let total = 0;
  let highest = 0;
  yield* inSteps(texts.length, (t) => {
    const text = texts[t] as string;
    let { length } = text;
    if (!isPlainAscii(text)) {
      addTo(isExotic, t);
      const { codes } = folder.foldText(text);
      ({ length } = codes);
      for (const code of codes) highest = Math.max(highest, code);
    }
    lengths[t] = length;
    total += length + 1;
    if (total > MAX_TOTAL)
      throw new RankError(
        'too-large',
        'One index can hold about two thousand million characters, and these candidates have more. Make several indexes.',
      );
    return length + 1;
  });
  return { lengths, isExotic, total, highest };
}
