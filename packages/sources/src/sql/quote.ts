import { SourceError } from '../source-error.js';

/**
 * An identifier in quotes, as both dialects have them. Its case counts.
 * @throws {SourceError} invalid-option
 */
export function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0'))
    throw new SourceError(
      'invalid-option',
      'a table or column has an empty name, or one with a null character',
    );
  return `"${name.replaceAll('"', '""')}"`;
}

/** `schema.table` is two identifiers. A table with a dot in its name is written `"a.b"`. */
export function quoteTable(name: string): string {
  const parts = /^"[^"]+"$/.test(name) ? [name.slice(1, -1)] : name.split('.');
  return parts.map(quoteIdentifier).join('.');
}

/** Text in a LIKE pattern that stands for itself, with a backslash as the escape. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
