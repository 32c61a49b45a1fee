import type { CandidateInput } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import type { CandidateFields } from './candidate-fields.js';

/** Gives the content of a named field, or undefined where the row has none. */
export type Row = (name: string) => unknown;

type Candidate = Exclude<CandidateInput, string>;

/** JSON without a named column holds candidates as they are. */
export const candidateFields: Required<CandidateFields> = {
  column: 'value',
  title: 'title',
  description: 'description',
  aliases: 'aliases',
  weight: 'weight',
  group: 'group',
};

/**
 * Makes a candidate of a row. Undefined when the value is absent or blank. A string where the row says nothing else.
 * @param where for messages, such as `services.csv: line 3`
 * @throws {SourceError} bad-format
 */
export function toCandidate(row: Row, fields: CandidateFields, where: string): CandidateInput | undefined {
  const { column = 'value' } = fields;
  const value = toText(row(column), column, where);
  if (value === undefined) return undefined;
  const candidate: Candidate = { value };
  for (const key of ['title', 'description', 'group'] as const) {
    const name = fields[key];
    const text = name === undefined ? undefined : toText(row(name), name, where);
    if (text !== undefined) candidate[key] = text;
  }
  const aliases = fields.aliases === undefined ? [] : toAliases(row(fields.aliases), fields.aliases, where);
  if (aliases.length > 0) candidate.aliases = aliases;
  const weight = fields.weight === undefined ? undefined : toWeight(row(fields.weight), fields.weight, where);
  if (weight !== undefined) candidate.weight = weight;
  return Object.keys(candidate).length === 1 ? value : candidate;
}

/** A scalar as text; undefined when absent or blank. */
export function toText(content: unknown, name: string, where: string): string | undefined {
  if (content === undefined || content === null) return undefined;
  if (typeof content === 'number' || typeof content === 'boolean') return String(content);
  if (typeof content === 'string') return content.trim() === '' ? undefined : content;
  throw badField(name, where, 'a string');
}

function toAliases(content: unknown, name: string, where: string): string[] {
  const parts: unknown =
    typeof content === 'string' ? content.split('|').map((part) => part.trim()) : content;
  if (parts === undefined || parts === null) return [];
  if (!Array.isArray(parts)) throw badField(name, where, 'a list of strings');
  return parts.flatMap((part: unknown) => toText(part, name, where) ?? []);
}

function toWeight(content: unknown, name: string, where: string): number | undefined {
  if (content === undefined || content === null || content === '') return undefined;
  const weight = typeof content === 'string' ? Number(content) : content;
  if (typeof weight === 'number' && Number.isFinite(weight)) return weight;
  throw badField(name, where, 'a number');
}

function badField(name: string, where: string, expected: string): SourceError {
  return new SourceError('bad-format', `${where}: expected ${expected} in ${JSON.stringify(name)}`);
}
