import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that take a few milliseconds. */
const turnLength = 65_536;

/**
 * The lines of a text, some at a time, so that whatever else goes on in the process does not wait for a long one. Lines end with a line feed;
 * in a text that has none, with a carriage return.
 */
export async function* linesInTurns(text: string): AsyncGenerator<string[]> {
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  for (let start = 0; start <= text.length;) {
    if (start > 0) await nextTurn();
    const end = text.indexOf(lineEnd, start + turnLength);
    const to = end === -1 ? text.length : end;
    yield text.slice(start, to).split(lineEnd);
    start = to + 1;
  }
}
