import type { Clock } from '@mcp-typeahead/server';
import type { SqlDatabase, SqlValue } from './sql-database.js';

/**
 * What a column is compared with: `arguments.country` (a context argument that the completer needs), `principal.id` or
 * `principal.claims.tenant` (who asks), or always the same value. Where it is not there, there is nothing to suggest.
 */
export type SqlBinding =
  | `arguments.${string}`
  | 'principal.id'
  | `principal.claims.${string}`
  | { readonly equals: Exclude<SqlValue, null> };

interface SqlSourceBase {
  database: SqlDatabase;
  /** Most candidates that are fetched for one text, to be ranked. @default 300 */
  maxCandidates?: number;
}

/** A column of a table or view. */
export interface SqlTableOptions extends SqlSourceBase {
  /** `customers` or `sales.customers`. */
  table: string;
  /** The column with the values. */
  column: string;
  /** A column with what people call the value. It is searched too. */
  title?: string;
  description?: string;
  /** A column of numbers: of what matches equally well, the greater comes first. */
  weight?: string;
  /** Only rows in which these columns have these values. */
  where?: Readonly<Record<string, SqlBinding>>;
  /** Columns that are searched. @default `column`, and `title` if there is one */
  search?: readonly string[];
  /** Several rows have the same value, which is to be suggested once. @default false */
  distinct?: boolean;
  /** SQLite: an FTS5 table with `tokenize = 'trigram'` whose rowids are those of the table. Finds text inside values. */
  fts?: string;
  /** With no more rows than that, all of them are fetched, whatever is typed. @default 1_000 */
  maxWhole?: number;
  /** Most rows that are read where no index helps. @default 50_000 */
  maxScanned?: number;
  /** Told once for each kind of search that no index helps, so that only the first `maxScanned` rows are searched. */
  onMissingIndex?: (missing: MissingIndex) => void;
  /** @default the system's */
  clock?: Clock;
}

/** A query of one's own. */
export interface SqlQueryOptions extends SqlSourceBase {
  /**
   * Columns `value`, `title`, `description` and `weight`; the first one is the value if none is called so. May use `:value` (what is typed),
   * `:prefix` and `:inside` (patterns for LIKE, escaped with a backslash), `:limit`, `:arguments.name`, `:principal.id` and
   * `:principal.claims.name`. Where an argument or the principal is not there, the query is not run.
   */
  query: string;
}

/** A table's column, or a query. */
export type SqlSourceOptions = SqlTableOptions | SqlQueryOptions;

/** What `onMissingIndex` is told. */
export interface MissingIndex {
  search: 'prefix' | 'inside';
  table: string;
  column: string;
  /** What would create it. */
  statement: string;
}

export const defaultMaxCandidates = 300;
export const defaultMaxWhole = 1_000;
export const defaultMaxScanned = 50_000;
