import type { Word } from './query.js';
import type { Text } from './text.js';

/** Whether the characters of a word were found, in the spans from index `first` on, in the case and with the marks that it was typed with. */
export function isSameShape(word: Word, text: Text, spans: readonly number[], first: number): boolean {
  let typed = 0;
  for (let i = first; i < spans.length; i += 2) {
    const end = spans[i + 1] as number;
    for (let at = spans[i] as number; at < end; at++, typed++) {
      if (text.shape.charCodeAt(at) !== word.shape.charCodeAt(typed)) return false;
    }
  }
  return true;
}
