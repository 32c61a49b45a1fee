import type { CandidateInput, SourceAnswer } from '@mcp-typeahead/server';
import { toCandidate } from '../candidate/to-candidate.js';
import { indexStatements } from './index-statements.js';
import type { QueryPlans } from './query-plan.js';
import type { SqlDatabase, SqlRow, SqlSession, SqlValue } from './sql-database.js';
import type { MissingIndex, SqlTableOptions } from './sql-source-options.js';
import type { Order, TableStatements } from './table-statements.js';
import { spellings, typedParameters } from './typed-parameters.js';

/** What a source of a table knows. */
export interface SearchedTable {
  readonly dialect: SqlDatabase['dialect'];
  readonly options: SqlTableOptions;
  readonly statements: TableStatements;
  readonly plans: QueryPlans;
  readonly searched: readonly string[];
  readonly limits: Readonly<Record<'maxCandidates' | 'maxWhole' | 'maxScanned', number>>;
  readonly onMissingIndex: (missing: MissingIndex) => void;
}

/** Trigrams need three characters to find something inside a text, and more to tell what is alike. */
const minInside = 3;
const minSimilar = 4;
/** Of what is alike, the best of so many: likeness costs time. */
const maxAlike = 2_000;
/** Longest beginning that a good part of all rows may have. */
const maxCommon = 2;
/** Stands for what is typed when a plan is asked for: so rare that an index is worth it if there is one. */
const rare = typedParameters('zqxjzqxj');

/** For this transaction only. */
const setThreshold =
  "SELECT set_config('pg_trgm.strict_word_similarity_threshold', :threshold, true) AS threshold";

const candidateFields = { column: 'value', title: 'title', description: 'description', weight: 'weight' };

/** One text's search: what begins with it, then what has it inside, then what is like it, until there are enough. */
export class TableSearch {
  readonly #table: SearchedTable;
  readonly #session: SqlSession;
  readonly #where: Readonly<Record<string, SqlValue>>;
  readonly #found: Map<string, CandidateInput> = new Map();
  /** Whether all that was asked for has come. */
  #isWhole = true;

  constructor(table: SearchedTable, session: SqlSession, where: Readonly<Record<string, SqlValue>>) {
    this.#table = table;
    this.#session = session;
    this.#where = where;
  }

  async answer(value: string): Promise<SourceAnswer> {
    const { maxCandidates, maxWhole } = this.#table.limits;
    const isSmall = !(await this.#exceeds(maxWhole));
    if (isSmall || value === '') {
      const order = isSmall ? 'none' : await this.#cheapOrder();
      await this.#collect(this.#table.statements.all(order), {}, isSmall ? maxWhole : maxCandidates);
    } else await this.#search(value);
    return { candidates: [...this.#found.values()], complete: this.#isWhole };
  }

  async #search(value: string): Promise<void> {
    const { statements, searched, dialect, limits, options } = this.#table;
    const length = lengthOf(value);
    const order = await this.#prefixOrder(length);
    let isScanNeeded = false;
    for (const column of searched) {
      if (!(await this.#hasIndex('prefix', column))) {
        isScanNeeded = true;
        continue;
      }
      for (const spelling of spellings(value, dialect)) {
        const typed = typedParameters(spelling);
        await this.#collect(statements.exact(column), typed, limits.maxCandidates);
        await this.#collect(statements.prefix(column, order), typed, limits.maxCandidates);
      }
    }
    if (this.#isFull()) return;
    const typed = typedParameters(value);
    const isLong = length >= minInside;
    if (options.fts !== undefined && isLong && dialect === 'sqlite') {
      return this.#collect(statements.insideFts(options.fts), typed, limits.maxCandidates);
    }
    const inside = dialect === 'postgres' && isLong ? searched : [];
    for (const column of inside) {
      if (await this.#hasIndex('inside', column)) {
        await this.#collect(statements.inside(column), typed, limits.maxCandidates);
      } else isScanNeeded = true;
    }
    if (isScanNeeded || inside.length === 0) await this.#scan(typed);
    if (this.#found.size === 0 && length >= minSimilar) await this.#collectSimilar(typed);
  }

  /** Where no index helps: the first rows only, and none that a reader would have to wait for. */
  async #scan(typed: Readonly<Record<string, SqlValue>>): Promise<void> {
    const { statements, limits } = this.#table;
    await this.#collect(statements.insideScanned(), typed, limits.maxCandidates);
    if (this.#isWhole && (await this.#exceeds(limits.maxScanned))) this.#isWhole = false;
  }

  /** Of what is only alike there is always more. */
  async #collectSimilar(typed: Readonly<Record<string, SqlValue>>): Promise<void> {
    const { statements, searched, limits, dialect } = this.#table;
    if (dialect === 'sqlite' || !(await this.#hasTrigrams())) return;
    const threshold = similarityThreshold(String(typed['value']));
    await this.#session.rows({ text: setThreshold, parameters: { threshold: String(threshold) } }, 1);
    for (const column of searched) {
      if (!(await this.#hasIndex('inside', column))) continue;
      await this.#collect(statements.similar(column), typed, limits.maxCandidates);
    }
    if (this.#found.size > 0) this.#isWhole = false;
  }

  #isFull(): boolean {
    const isFull = this.#found.size >= this.#table.limits.maxCandidates;
    if (isFull) this.#isWhole = false;
    return isFull;
  }

  /** One row more than the limit tells that there are more. */
  async #collect(text: string, typed: Readonly<Record<string, SqlValue>>, limit: number): Promise<void> {
    const { maxScanned } = this.#table.limits;
    const parameters = { ...this.#where, ...typed, limit: limit + 1, scan: maxScanned, alike: maxAlike };
    const rows = await this.#session.rows({ text, parameters }, limit + 1);
    if (rows.length > limit || isScanCut(rows, maxScanned)) this.#isWhole = false;
    for (const row of rows.slice(0, limit)) {
      const candidate = toCandidate(
        (name) => row[name] ?? undefined,
        candidateFields,
        `table ${this.#table.options.table}`,
      );
      if (candidate === undefined) continue;
      const value = typeof candidate === 'string' ? candidate : candidate.value;
      if (!this.#found.has(value)) this.#found.set(value, candidate);
    }
  }

  async #exceeds(count: number): Promise<boolean> {
    const parameters = { ...this.#where, offset: count };
    const rows = await this.#session.rows({ text: this.#table.statements.exceeds(), parameters }, 1);
    return rows.length > 0;
  }

  async #hasIndex(search: MissingIndex['search'], column: string): Promise<boolean> {
    const { statements, plans, options, dialect, onMissingIndex } = this.#table;
    const text = search === 'prefix' ? statements.prefix(column, 'none') : statements.inside(column);
    const parameters = { ...this.#where, ...rare, limit: 1, scan: 1 };
    if (await plans.usesIndex(this.#session, { text, parameters })) return true;
    const where = Object.keys(options.where ?? {});
    const statement = indexStatements({ dialect, table: options.table, column, where })[search];
    onMissingIndex({ search, table: options.table, column, statement });
    return false;
  }

  async #hasTrigrams(): Promise<boolean> {
    const text =
      "SELECT 1 AS found FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm' AND n.nspname = ANY (current_schemas(true))";
    return (await this.#session.rows({ text, parameters: {} }, 1)).length > 0;
  }

  /** By weight if an index has that order; of a great table nothing is sorted only to be cut off. */
  async #cheapOrder(): Promise<Order> {
    const { options } = this.#table;
    if (options.weight !== undefined) return (await this.#isOrdered('weight')) ? 'weight' : 'none';
    return (await this.#isOrdered('text')) ? 'text' : 'none';
  }

  /**
   * What begins with one or two letters is soon met by going down an index by weight; of what begins with more, few rows are left to sort. The
   * planner takes the wrong way too often where both are possible.
   */
  async #prefixOrder(length: number): Promise<Order> {
    const { options, dialect } = this.#table;
    if (options.weight === undefined) return 'text';
    const isCommon = dialect === 'postgres' && length <= maxCommon;
    return isCommon && (await this.#isOrdered('weight')) ? 'weight' : 'weight-sorted';
  }

  #isOrdered(order: Order): Promise<boolean> {
    const parameters = { ...this.#where, limit: 1 };
    const text = this.#table.statements.orderProbe(order);
    return this.#table.plans.isOrdered(this.#session, { text, parameters });
  }
}

/**
 * How alike a text with one wrong letter is to the right one: it has lost three of its trigrams, and the right one has three others. The longer the
 * text, the more there are to look up, and the fewer of them may be missing, which keeps the time in bounds.
 */
export function similarityThreshold(value: string): number {
  const words = value.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const trigrams = words.reduce((sum, word) => sum + lengthOf(word) + 1, 0);
  return Math.min(0.75, Math.max(0.4, (trigrams - 3) / (trigrams + 3)));
}

/** In code points, of which trigrams are made. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Grouped rows say how many they stand for. */
function isScanCut(rows: readonly SqlRow[], maxScanned: number): boolean {
  const seen = rows.reduce((sum, row) => sum + Number(row['seen'] ?? 0), 0);
  return seen >= maxScanned;
}
