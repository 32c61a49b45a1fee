import { quoteIdentifier, quoteTable } from './quote.js';
import type { SqlDatabase } from './sql-database.js';
import type { SqlTableOptions } from './sql-source-options.js';

/**
 * What is asked of a table, as text. Parameters: `:value`, `:prefix`, `:end`, `:inside`, `:match` (what is typed, in several forms),
 * `:limit`, `:scan` (most rows that are read), `:alike` (most that are put in order by likeness), `:offset`, and `:where0`, `:where1`, … in the order of `where`.
 */
export interface TableStatements {
  /** A row if there are more than `:offset`. */
  exceeds(): string;
  /** Rows of the table; ordered only where an index has that order. */
  all(order: Order): string;
  /** Has no step of sorting if an index has the order. */
  orderProbe(order: Order): string;
  /** Equal but for case. */
  exact(column: string): string;
  /** Begins with it, whatever the case. The one to be explained has no order, so that the plan tells of the search alone. */
  prefix(column: string, order: Order): string;
  /** Has it anywhere, whatever the case. */
  inside(column: string): string;
  /** As `inside`, in all searched columns, by the table's FTS5 index. */
  insideFts(fts: string): string;
  /** As `inside`, in all searched columns, among the first `:scan` rows. */
  insideScanned(): string;
  /** Has something like it. */
  similar(column: string): string;
}

/** By weight: by an index that has that order; or by sorting what an index finds, up to `:scan` rows. */
export type Order = 'none' | 'text' | 'weight' | 'weight-sorted';

interface Words {
  text(column: string): string;
  exact(column: string): string;
  prefix(column: string): string;
  inside(column: string): string;
  similar(column: string): string;
  similarity(column: string): string;
  textOrder(column: string): string;
  weightOrder(column: string): string;
}

const postgres: Words = {
  text: (column) => `${column}::text`,
  exact: (column) => `lower(${column}::text) = lower(:value)`,
  // Immutable functions of parameters are computed before planning: an index on lower(column) with text_pattern_ops serves this.
  prefix: (column) => `lower(${column}::text) LIKE lower(:prefix)`,
  inside: (column) => `${column}::text ILIKE :inside`,
  // By whole words: otherwise the end of one and the beginning of the next make up what is sought.
  similar: (column) => `:value <<% ${column}::text`,
  similarity: (column) => `strict_word_similarity(:value, ${column}::text) DESC`,
  textOrder: (column) => `lower(${column}::text) USING ~<~`,
  weightOrder: (column) => `${column} DESC NULLS LAST`,
};

const sqlite: Words = {
  text: (column) => `CAST(${column} AS TEXT)`,
  exact: (column) => `${column} = :value COLLATE NOCASE`,
  // LIKE with a bound pattern uses an index only under conditions; a range always does.
  prefix: (column) => `${column} >= :value COLLATE NOCASE AND ${column} < :end COLLATE NOCASE`,
  inside: (column) => String.raw`${column} LIKE :inside ESCAPE '\'`,
  similar: () => 'FALSE',
  similarity: (column) => column,
  textOrder: (column) => `${column} COLLATE NOCASE`,
  weightOrder: (column) => `${column} DESC`,
};

/** @throws {SourceError} invalid-option */
export function tableStatements(dialect: SqlDatabase['dialect'], options: SqlTableOptions): TableStatements {
  const words = dialect === 'postgres' ? postgres : sqlite;
  const table = quoteTable(options.table);
  const column = quoteIdentifier(options.column);
  const weight = options.weight === undefined ? undefined : quoteIdentifier(options.weight);
  const searched = searchedColumns(options).map(quoteIdentifier);
  const where = Object.keys(options.where ?? {}).map(
    (name, index) => `${quoteIdentifier(name)} = :where${index}`,
  );
  const all = [...where, `${column} IS NOT NULL`];
  const columns = selected(words, options);

  const select = (from: string, conditions: readonly string[], order: string | undefined): string =>
    `SELECT ${columns} FROM ${from} WHERE ${conditions.join(' AND ')}${order === undefined ? '' : ` ORDER BY ${order}`}`;
  const limited = (statement: string): string =>
    options.distinct === true
      ? `SELECT value, max(title) AS title, max(description) AS description, max(weight) AS weight, count(*) AS seen FROM (${statement} LIMIT :scan) AS found GROUP BY value LIMIT :limit`
      : `${statement} LIMIT :limit`;
  const find = (condition: string, order: string | undefined): string =>
    limited(select(table, [condition, ...all], order));
  const orderOf = (order: Order, searchedColumn: string): string | undefined => {
    if (order === 'none') return undefined;
    return order === 'weight' && weight !== undefined
      ? words.weightOrder(weight)
      : words.textOrder(searchedColumn);
  };

  return {
    exceeds: () => `SELECT 1 AS more FROM ${table} WHERE ${all.join(' AND ')} LIMIT 1 OFFSET :offset`,
    all: (order) => limited(select(table, all, orderOf(order, column))),
    orderProbe: (order) => `${select(table, all, orderOf(order, column))} LIMIT :limit`,
    exact: (name) => find(words.exact(quoteIdentifier(name)), undefined),
    prefix: (name, order) => {
      const quoted = quoteIdentifier(name);
      if (order !== 'weight-sorted') return find(words.prefix(quoted), orderOf(order, quoted));
      const found = select(table, [words.prefix(quoted), ...all], words.textOrder(quoted));
      return options.distinct === true
        ? limited(found)
        : `SELECT * FROM (${found} LIMIT :scan) AS found ORDER BY ${words.weightOrder('weight')} LIMIT :limit`;
    },
    inside: (name) => find(words.inside(quoteIdentifier(name)), undefined),
    insideFts: (fts) => {
      const index = quoteIdentifier(fts);
      const rowids = `(SELECT rowid AS fts_rowid FROM ${index} WHERE ${index} MATCH :match) AS matched`;
      return limited(
        select(`${rowids} CROSS JOIN ${table} AS target`, ['target.rowid = fts_rowid', ...all], undefined),
      );
    },
    insideScanned: () => {
      const scanned = `(SELECT * FROM ${table} WHERE ${all.join(' AND ')} LIMIT :scan) AS scanned`;
      return limited(
        select(scanned, [`(${searched.map((name) => words.inside(name)).join(' OR ')})`], undefined),
      );
    },
    similar: (name) => {
      const quoted = quoteIdentifier(name);
      const alike = `(SELECT * FROM ${table} WHERE ${[words.similar(quoted), ...all].join(' AND ')} LIMIT :alike) AS alike`;
      return limited(select(alike, ['TRUE'], words.similarity(quoted)));
    },
  };
}

/** The columns that are searched, each once. */
export function searchedColumns({ column, title, search }: SqlTableOptions): readonly string[] {
  return [...new Set(search ?? (title === undefined ? [column] : [column, title]))];
}

/** A column of the result for each field of a candidate, NULL where the table has none. */
function selected(words: Words, { column, title, description, weight }: SqlTableOptions): string {
  const text = (name: string | undefined): string =>
    name === undefined ? 'NULL' : words.text(quoteIdentifier(name));
  const number = weight === undefined ? 'NULL' : quoteIdentifier(weight);
  return `${text(column)} AS value, ${text(title)} AS title, ${text(description)} AS description, ${number} AS weight`;
}
