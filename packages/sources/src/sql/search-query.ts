import type { SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import { toCandidate } from '../candidate/to-candidate.js';
import { resolveBinding } from './bindings.js';
import type { SqlSession, SqlValue } from './sql-database.js';
import { typedParameters } from './typed-parameters.js';

/** What is bound to the names of a query; undefined when the request has not got all of it. */
export function queryParameters(
  names: readonly string[],
  request: SourceRequest & { value: string },
  limit: number,
): Readonly<Record<string, SqlValue>> | undefined {
  const own: Readonly<Record<string, SqlValue>> = { ...typedParameters(request.value), limit };
  const parameters: Record<string, SqlValue> = { outer_limit: limit };
  for (const name of names) {
    const value = Object.hasOwn(own, name) ? own[name] : resolveBinding(name, request);
    if (value === undefined) return undefined;
    parameters[name] = value;
  }
  return parameters;
}

/** The limit stands around the query, in case that it has none. */
export function limitedQuery(query: string): string {
  return `SELECT * FROM (${query.trim().replace(/;$/, '')}\n) AS answers LIMIT :outer_limit`;
}

export async function answerQuery(
  session: SqlSession,
  text: string,
  { parameters, limit }: { parameters: Readonly<Record<string, SqlValue>>; limit: number },
): Promise<SourceAnswer> {
  const rows = await session.rows({ text, parameters }, limit + 1);
  const [first = {}] = rows;
  const column = Object.hasOwn(first, 'value') ? 'value' : (Object.keys(first)[0] ?? 'value');
  const fields = { column, title: 'title', description: 'description', weight: 'weight' };
  const candidates = rows
    .slice(0, limit)
    .map((row) => toCandidate((name) => row[name] ?? undefined, fields, 'a query'))
    .filter((candidate) => candidate !== undefined);
  return { candidates, complete: rows.length <= limit };
}
