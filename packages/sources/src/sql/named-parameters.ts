import type { SqlDatabase } from './sql-database.js';

/** A statement as the drivers take it. */
export interface PositionalStatement {
  readonly text: string;
  /** What is bound, in order. */
  readonly names: readonly string[];
}

/**
 * What may hide a colon that begins no parameter: strings (`''` and, in `E''`, backslashes escape), quoted identifiers, comments, dollar
 * quotes, casts. Each alternative begins with another character and none can match the empty string, so time is linear.
 */
const token =
  /(?<![\w$])[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|(?<![\w$])\$([A-Za-z_]\w*)?\$[^]*?\$\1\$|::|:([A-Za-z_]\w*(?:\.(?:\w+|"[^"]*"))?)/g;

/** Replaces `:name`, `:arguments.name` and `:arguments."odd name"` by the placeholders of the dialect. */
export function toPositional(text: string, dialect: SqlDatabase['dialect']): PositionalStatement {
  const names: string[] = [];
  const translated = text.replaceAll(token, (whole, _tag: unknown, name: string | undefined) => {
    if (name === undefined) return whole;
    const plain = name.replaceAll('"', '');
    if (dialect === 'sqlite') {
      names.push(plain);
      return '?';
    }
    if (!names.includes(plain)) names.push(plain);
    return `$${names.indexOf(plain) + 1}`;
  });
  return { text: translated, names };
}
