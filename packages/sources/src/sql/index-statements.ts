import { quoteIdentifier, quoteTable } from './quote.js';
import type { SqlDatabase } from './sql-database.js';

interface IndexRequest {
  dialect: SqlDatabase['dialect'];
  table: string;
  column: string;
  /** Columns that every search compares first. */
  where?: readonly string[];
}

/**
 * The indexes that a search of a column uses: one for what a value begins with, one for what is inside of it. `inside` of SQLite is an
 * FTS5 table with triggers of its own, so there it is a hint in words.
 */
export function indexStatements({ dialect, table, column, where = [] }: IndexRequest): {
  prefix: string;
  inside: string;
} {
  const target = quoteTable(table);
  const quoted = quoteIdentifier(column);
  const first = where.map((name) => `${quoteIdentifier(name)}, `).join('');
  if (dialect === 'sqlite') {
    return {
      prefix: `CREATE INDEX ${quoteIdentifier(`${table}_${column}_prefix`)} ON ${target} (${first}${quoted} COLLATE NOCASE)`,
      inside: `CREATE VIRTUAL TABLE ${quoteIdentifier(`${table}_fts`)} USING fts5(${quoted}, content='${table.replaceAll("'", "''")}', tokenize='trigram')`,
    };
  }
  return {
    prefix: `CREATE INDEX ON ${target} (${first}lower(${quoted}) text_pattern_ops)`,
    inside: `CREATE INDEX ON ${target} USING gin (${quoted} gin_trgm_ops)`,
  };
}
