import { extensionKey, type ExtensionMatch } from '@mcp-typeahead/protocol';
import { createIndex } from '@mcp-typeahead/rank';

/** How the values of an answer came to their places. */
export interface Explanation {
  /** `server`: as it says itself. `here`: as this command would rank the values; their order is still the server's. */
  by: 'server' | 'here';
  /** One for each value, in the order of the answer. */
  values: ExplainedValue[];
}

/** A value that nothing is known of has no more than its text. */
export type ExplainedValue = { value: string } & Partial<ExtensionMatch>;

interface Seen {
  value: string;
  title?: string;
  position: number;
}

/**
 * Why each value is where it is. Servers with our library say so when asked; for others what can be seen is ranked, which
 * knows of no aliases and no readings. Undefined when the result is no completion.
 */
export function explainAnswer(result: unknown, typed: string): Explanation | undefined {
  const values = member(member(result, 'completion'), 'values');
  if (!Array.isArray(values)) return undefined;
  const items = member(member(member(result, '_meta'), extensionKey), 'items');
  const itemAt = (position: number): unknown => (Array.isArray(items) ? items[position] : undefined);
  const seen = values.map((value: unknown, position): Seen => {
    const title = member(itemAt(position), 'title');
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { value: text, ...(typeof title === 'string' && { title }), position };
  });
  const told = seen.map(({ value, position }): ExplainedValue => {
    return { value, ...readMatch(member(itemAt(position), 'match')) };
  });
  const isTold = told.some(({ score }) => score !== undefined);
  return isTold ? { by: 'server', values: told } : { by: 'here', values: rankHere(seen, typed) };
}

function rankHere(seen: readonly Seen[], typed: string): ExplainedValue[] {
  const explained = seen.map(({ value }): ExplainedValue => ({ value }));
  for (const { candidate, band, score, field, text, ranges } of createIndex(seen).search(typed).matches) {
    const { value, position } = candidate;
    explained[position] = { value, ...(band !== undefined && { band }), score, field, text, ranges };
  }
  return explained;
}

/** A foreign server may send anything in this place. */
function readMatch(match: unknown): ExtensionMatch | undefined {
  const [band, score, field, text, ranges] = ['band', 'score', 'field', 'text', 'ranges'].map((name) =>
    member(match, name),
  );
  if (typeof score !== 'number' || typeof text !== 'string' || typeof field !== 'string') return undefined;
  return {
    ...(typeof band === 'string' && { band }),
    score,
    field: field as ExtensionMatch['field'],
    text,
    ranges: Array.isArray(ranges) ? ranges.filter(isRange) : [],
  };
}

function isRange(range: unknown): range is [number, number] {
  return Array.isArray(range) && range.length === 2 && range.every(Number.isInteger);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
