import type { Matcher } from './matcher.js';

/** The initials of words that follow one another, of which the first is the first of the last segment or, failing that, of the text. */
export function placeFirstInitials(m: Matcher): boolean {
  return spell(m, nextWord(m, m.base)) || (m.base > m.start && spell(m, nextWord(m, m.start)));
}

/** The same from any other word, in the last segment if there is one there. A file extension is none. */
export function placeInitials(m: Matcher): boolean {
  return spellFrom(m, m.base, m.end) || (m.base > m.start && spellFrom(m, m.start, m.base));
}

function spellFrom(m: Matcher, from: number, to: number): boolean {
  const { late } = m;
  for (let at = nextWord(m, from); at < to; at = nextWord(m, at + 1))
    if (at !== late && spell(m, at)) return true;
  return false;
}

function spell(m: Matcher, from: number): boolean {
  const { codes } = m.query.whole;
  m.restart();
  let typed = 0;
  for (let at = from; at < m.end; at = nextWord(m, at + 1)) {
    if (m.codes[at] !== codes[typed]) return false;
    m.addSpan(at, 1, typed++);
    if (typed < codes.length) continue;
    m.measure();
    return true;
  }
  return false;
}

function nextWord(m: Matcher, from: number): number {
  let at = from;
  while (at < m.end && !m.isWordStart(at)) at++;
  return at;
}
