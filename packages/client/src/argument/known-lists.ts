import type { Answer } from '../answer/answer.js';
import { isComplete } from '../answer/answer.js';
import type { Connection, Subject } from '../connection/connection.js';
import type { ShownList } from './argument-state.js';

/** So many beginnings of a text are looked up: what was complete was so early. */
const maxBeginnings = 64;

/**
 * The list for a text, if it is known without the server: the answer to it, or one to its beginning that tells everything. The shortest
 * beginning comes first, for its answer has seen most.
 */
export function findList(connection: Connection, subject: Subject, text: string): ShownList | undefined {
  const exact = connection.find(subject, text);
  if (exact !== undefined) return toList(connection, exact, 'cache');
  for (let length = 0; length < Math.min(text.length, maxBeginnings); length += 1) {
    const answer = connection.find(subject, text.slice(0, length));
    const items = answer && isComplete(answer) ? connection.narrower.conclude(answer, text) : undefined;
    if (items !== undefined) return { items, answer: undefined, origin: 'narrowed' };
  }
  return undefined;
}

/** What of a list matches another text. */
export function narrowList({ narrower }: Connection, list: ShownList, text: string): ShownList | undefined {
  const items = narrower.narrow(list.items, text);
  return items.length === 0 ? undefined : { items, answer: undefined, origin: 'provisional' };
}

/** How an answer is shown. */
export function toList({ narrower }: Connection, answer: Answer, origin: ShownList['origin']): ShownList {
  return { items: narrower.highlight(answer.items, answer.text), answer, origin };
}
