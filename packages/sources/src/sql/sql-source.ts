import type { QuerySource, SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import { systemClock } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import { argumentOf, checkBinding, resolveBinding } from './bindings.js';
import { toPositional } from './named-parameters.js';
import { QueryPlans } from './query-plan.js';
import { answerQuery, limitedQuery, queryParameters } from './search-query.js';
import type { SearchedTable } from './search-table.js';
import { TableSearch } from './search-table.js';
import type { SqlSession, SqlValue } from './sql-database.js';
import type { SqlQueryOptions, SqlSourceOptions, SqlTableOptions } from './sql-source-options.js';
import { defaultMaxCandidates, defaultMaxScanned, defaultMaxWhole } from './sql-source-options.js';
import { searchedColumns, tableStatements } from './table-statements.js';

type SearchRequest = SourceRequest & { value: string };

/** A column or a query, asked with the typed text. */
export interface SqlSource extends QuerySource {
  /** Context arguments that it compares with: what the completer `needs`. */
  readonly needs: readonly string[];
  search(request: SearchRequest): Promise<SourceAnswer>;
}

const nothing: SourceAnswer = { candidates: [], complete: true };

/**
 * Values from a database. Of a table: all rows if they are few; else what begins with the text, then what has it inside, then (PostgreSQL
 * with pg_trgm) what is like it, `maxCandidates` at most, found by indexes; where there is none, among the first `maxScanned` rows. `complete`
 * only if nothing was cut off. Everything that comes from outside is bound, wildcards are text.
 * @throws {SourceError} invalid-option, at construction; from `search` what `SqlDatabase.read` throws
 */
export function sqlSource(options: SqlSourceOptions): SqlSource {
  const { maxCandidates = defaultMaxCandidates } = options;
  checkLimit('maxCandidates', maxCandidates, 1);
  return 'query' in options ? querySource(options, maxCandidates) : tableSource(options, maxCandidates);
}

function tableSource(options: SqlTableOptions, maxCandidates: number): SqlSource {
  const { database, where = {}, maxWhole = defaultMaxWhole, maxScanned = defaultMaxScanned } = options;
  checkLimit('maxWhole', maxWhole, 0);
  checkLimit('maxScanned', maxScanned, 1);
  for (const [column, binding] of Object.entries(where)) checkBinding(binding, `where, column ${column}`);
  const bindings = Object.values(where);
  const { dialect } = database;
  const table: SearchedTable = {
    dialect,
    options,
    statements: tableStatements(dialect, options),
    plans: new QueryPlans(dialect, options.clock ?? systemClock),
    searched: searchedColumns(options),
    limits: { maxCandidates, maxWhole, maxScanned },
    onMissingIndex: onceEach(options.onMissingIndex),
  };
  return makeSource(
    options,
    bindings.flatMap((binding) => argumentOf(binding) ?? []),
    (request) => {
      const bound: Record<string, SqlValue> = {};
      for (const [index, binding] of bindings.entries()) {
        const value = resolveBinding(binding, request);
        if (value === undefined) return undefined;
        bound[`where${index}`] = value;
      }
      return (session) => new TableSearch(table, session, bound).answer(request.value);
    },
  );
}

const ownNames: readonly string[] = ['value', 'prefix', 'inside', 'limit'];

function querySource(options: SqlQueryOptions, limit: number): SqlSource {
  const text = limitedQuery(options.query);
  const { names } = toPositional(options.query, options.database.dialect);
  for (const name of names) {
    if (!ownNames.includes(name)) checkBinding(name, `query, parameter :${name}`);
  }
  return makeSource(
    options,
    names.flatMap((name) => argumentOf(name) ?? []),
    (request) => {
      const parameters = queryParameters(names, request, limit + 1);
      return parameters === undefined
        ? undefined
        : (session) => answerQuery(session, text, { parameters, limit });
    },
  );
}

/** @param plan undefined: the request lacks something without which there is nothing to suggest */
function makeSource(
  { database }: SqlSourceOptions,
  needs: readonly string[],
  plan: (request: SearchRequest) => ((session: SqlSession) => Promise<SourceAnswer>) | undefined,
): SqlSource {
  return {
    kind: 'query',
    needs: [...new Set(needs)],
    async search(request) {
      // No text of PostgreSQL has one, and FTS5 takes it for the end.
      const work = request.value.includes('\0') ? undefined : plan(request);
      if (work === undefined) return nothing;
      try {
        return await database.read(work, { signal: request.signal });
      } catch (error) {
        if (error instanceof SourceError && error.code === 'impossible-value') return nothing;
        throw error;
      }
    },
  };
}

/** A missing index is missed by every request. */
function onceEach(tell: SqlTableOptions['onMissingIndex']): NonNullable<SqlTableOptions['onMissingIndex']> {
  const told = new Set<string>();
  return (missing) => {
    if (told.has(missing.statement)) return;
    told.add(missing.statement);
    tell?.(missing);
  };
}

function checkLimit(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new SourceError('invalid-option', `sqlSource: ${name} must be a whole number, ${least} or more`);
}
