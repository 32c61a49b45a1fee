import { addTo, emptySet } from '../layout/bit-set.js';
import { END } from '../layout/columns.js';
import { HAS_ROWS, rowOf } from '../layout/rows.js';
import type { Texts } from '../match/matcher.js';
import { CHAR_CLASS } from '../text/char-class.js';
import type { Folder } from '../text/folder.js';
import { isPlainAscii } from '../text/plain-ascii.js';
import { startsWord } from '../text/word-starts.js';

/** Lays out texts as a matcher needs them, with nothing more than that: in the given order, and of the rows only those of characters. */
export function layOutTexts(originals: readonly string[], folder: Folder): Texts {
  const words = (originals.length + 31) >>> 5;
  const bits = emptySet(HAS_ROWS * words * 32);
  const exotic = emptySet(originals.length);
  const from: number[] = [];
  const codes: number[] = [END];
  const wordStarts: number[] = [];
  const altered: number[] = [];
  originals.forEach((original, text) => {
    const { codes: folded, written, classes } = folder.foldText(original);
    from.push(codes.length);
    if (!isPlainAscii(original)) addTo(exotic, text);
    folded.forEach((code, i) => {
      if (written[i] !== 0) altered.push(codes.length);
      if (startsWord(classAt(classes, i - 1), classAt(classes, i), classAt(classes, i + 1)))
        wordStarts.push(codes.length);
      addTo(bits, rowOf(code) * words * 32 + text);
      codes.push(code);
    });
    codes.push(END);
  });
  from.push(codes.length);
  return {
    codes: Uint16Array.from(codes),
    from: Uint32Array.from(from),
    wordStarts: toSet(wordStarts, codes.length),
    altered: toSet(altered, codes.length),
    exotic,
    hasPaths: true,
    rows: { bits, words },
  };
}

function classAt(classes: readonly number[], i: number): number {
  return classes[i] ?? CHAR_CLASS.sign;
}

function toSet(positions: readonly number[], size: number): Int32Array {
  const set = emptySet(size);
  for (const position of positions) addTo(set, position);
  return set;
}
