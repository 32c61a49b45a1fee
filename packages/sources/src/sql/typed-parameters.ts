import { escapeLike } from './quote.js';
import type { SqlDatabase, SqlValue } from './sql-database.js';

/** The forms in which what is typed is bound. */
export type TypedParameters = Readonly<Record<'value' | 'prefix' | 'end' | 'inside' | 'match', SqlValue>>;

/** Beyond every text that begins with another: the greatest code point. */
const last = '\u{10FFFF}';

export function typedParameters(value: string): TypedParameters {
  const escaped = escapeLike(value);
  return {
    value,
    prefix: `${escaped}%`,
    end: `${value}${last}`,
    inside: `%${escaped}%`,
    // A phrase of FTS5: quotes are all that counts in it.
    match: `"${value.replaceAll('"', '""')}"`,
  };
}

/**
 * What to look for so that case does not matter. PostgreSQL sees to that itself; SQLite's NOCASE knows the letters of ASCII only, so
 * others are tried as they are, small, great, and great at the beginning.
 */
export function spellings(value: string, dialect: SqlDatabase['dialect']): readonly string[] {
  if (dialect === 'postgres') return [value];
  const small = value.toLowerCase();
  const [first = ''] = small;
  const tried = [value, small, value.toUpperCase(), first.toUpperCase() + small.slice(first.length)];
  const distinct = new Map(tried.map((text) => [foldAscii(text), text]));
  return [...distinct.values()];
}

function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
