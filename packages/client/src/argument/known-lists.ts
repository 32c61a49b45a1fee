import type { Answer } from '../answer/answer.js';
import type { Connection, Subject } from '../connection/connection.js';
import type { ShownList } from './argument-state.js';

/** So many beginnings of a text are looked up: what was complete was so early. */
const maxBeginnings = 64;

/**
 * The list for a text, as far as it is known without the server: the answer to it, or what matches of one to its beginning; provisional, if the
 * server may have more. The shortest beginning comes first, for its answer has seen most.
 */
export function findList(connection: Connection, subject: Subject, text: string): ShownList | undefined {
  const exact = connection.find(subject, text);
  if (exact !== undefined) return toList(connection, exact, 'cache');
  let provisional: ShownList | undefined;
  for (let length = 0; length < Math.min(text.length, maxBeginnings); length += 1) {
    const answer = connection.find(subject, text.slice(0, length));
    const known = answer && connection.narrower.conclude(answer, text);
    if (known === undefined) continue;
    const { items, isFinal } = known;
    if (isFinal) return { items, answer: undefined, origin: 'narrowed' };
    provisional ??= { items, answer: undefined, origin: 'provisional' };
  }
  return provisional;
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
