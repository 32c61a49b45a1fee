import { printable } from '../printable.js';

export interface DescribedAnswer {
  /** One value a line. */
  lines: string;
  /** Like `4 values, total 4, no more`. */
  summary: string;
}

/** For a person. Undefined when the result is no completion. */
export function describeAnswer(result: unknown): DescribedAnswer | undefined {
  const { completion } = (result ?? {}) as { completion?: unknown };
  const { values, total, hasMore } = (completion ?? {}) as Record<string, unknown>;
  if (!Array.isArray(values)) return undefined;
  const lines = values.map((value: unknown) =>
    printable(typeof value === 'string' ? value : JSON.stringify(value)),
  );
  return {
    lines: lines.map((line) => `${line}\n`).join(''),
    summary: [
      lines.length === 1 ? '1 value' : `${lines.length} values`,
      typeof total === 'number' ? `total ${total}` : 'total not told',
      hasMore === true ? 'there are more' : hasMore === false ? 'no more' : 'whether there are more not told',
    ].join(', '),
  };
}
