import type { Clock } from '@mcp-typeahead/server';
import type { SqlDatabase, SqlRow, SqlSession, SqlStatement } from './sql-database.js';

/** Indexes come and go while this runs. */
const lifeMs = 60_000;

interface Known {
  readonly answer: boolean;
  readonly askedAt: number;
}

/** What the database's planner says of a source's statements, asked again after a minute. */
export class QueryPlans {
  readonly #dialect: SqlDatabase['dialect'];
  readonly #clock: Clock;
  /** By the text of the statement: there are as many as a source has. */
  readonly #known: Map<string, Known> = new Map();

  constructor(dialect: SqlDatabase['dialect'], clock: Clock) {
    this.#dialect = dialect;
    this.#clock = clock;
  }

  /** Whether an index finds the rows that match the text; if not, every row would be looked at. */
  usesIndex(session: SqlSession, statement: SqlStatement): Promise<boolean> {
    return this.#ask(session, statement, this.#dialect === 'postgres' ? findsByIndex : searchesByIndex);
  }

  /** Whether rows come in the order asked for without being sorted. */
  isOrdered(session: SqlSession, statement: SqlStatement): Promise<boolean> {
    return this.#ask(session, statement, this.#dialect === 'postgres' ? hasNoSort : hasNoTree);
  }

  async #ask(
    session: SqlSession,
    { text, parameters }: SqlStatement,
    judge: (plan: readonly SqlRow[]) => boolean,
  ): Promise<boolean> {
    const now = this.#clock.now();
    const known = this.#known.get(text);
    if (known !== undefined && now - known.askedAt < lifeMs) return known.answer;
    const explain = this.#dialect === 'postgres' ? 'EXPLAIN (FORMAT JSON)' : 'EXPLAIN QUERY PLAN';
    const answer = judge(await session.rows({ text: `${explain} ${text}`, parameters }, 1_000));
    this.#known.set(text, { answer, askedAt: now });
    return answer;
  }
}

interface PlanNode {
  'Node Type': string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

function nodesOf(rows: readonly SqlRow[]): PlanNode[] {
  const plan = rows[0]?.['QUERY PLAN'] as { Plan: PlanNode }[] | undefined;
  const nodes: PlanNode[] = [];
  const visit = (node: PlanNode): void => {
    nodes.push(node);
    node.Plans?.forEach(visit);
  };
  for (const { Plan } of plan ?? []) visit(Plan);
  return nodes;
}

/** The operators of patterns and of trigrams have a `~` or a `%`; an index on another column does not help. */
function findsByIndex(rows: readonly SqlRow[]): boolean {
  const nodes = nodesOf(rows);
  return (
    nodes.every((node) => node['Node Type'] !== 'Seq Scan') &&
    nodes.some((node) => /[~%]/.test(node['Index Cond'] ?? ''))
  );
}

function hasNoSort(rows: readonly SqlRow[]): boolean {
  return nodesOf(rows).every((node) => !/sort/i.test(node['Node Type']));
}

const detailsOf = (rows: readonly SqlRow[]): string[] => rows.map((row) => String(row['detail']));

/** `SEARCH customers USING INDEX customers_name (name>? AND name<?)` */
function searchesByIndex(rows: readonly SqlRow[]): boolean {
  return detailsOf(rows).some((detail) => /^SEARCH .*>\?.*<\?/.test(detail));
}

function hasNoTree(rows: readonly SqlRow[]): boolean {
  return detailsOf(rows).every((detail) => !detail.includes('TEMP B-TREE'));
}
