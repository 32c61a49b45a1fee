import { FILLER } from './folder.js';
import type { Word } from './query.js';
import type { Spans } from './spans.js';
import type { Text } from './text.js';

const NO_SHAPE = FILLER.charCodeAt(0);

/** Whether the characters of a word were found, in the spans from index `first` on, in the case and with the marks that it was typed with. */
export function isSameShape(word: Word, text: Text, spans: Readonly<Spans>, first: number): boolean {
  let typed = 0;
  for (let i = first; i < spans.length; i += 2) {
    const end = spans.offsets[i + 1] as number;
    for (let at = spans.offsets[i] as number; at < end; at++, typed++) {
      const unit = text.shape.charCodeAt(at);
      if (unit === NO_SHAPE || unit !== word.shape.charCodeAt(typed)) return false;
    }
  }
  return true;
}
