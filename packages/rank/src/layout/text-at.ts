import type { Columns } from './columns.js';
import { COARSE_BITS } from './columns.js';

/** The text that has a position, be it that of its END. */
export function textAt({ coarse, from }: Pick<Columns, 'coarse' | 'from'>, position: number): number {
  let text = coarse[position >>> COARSE_BITS] as number;
  while ((from[text + 1] as number) <= position) text++;
  return text;
}
