import type { CandidateInput } from '../candidate.js';

/** The fields as numbers, in the order that they have inside a tier. */
export const FIELD = { value: 0, title: 1, alias: 2, reading: 3 } as const;

/**
 * The texts that a candidate has in a field other than its readings, as given. Titles and aliases come from files and databases, where null stands for
 * absent: what is no string is passed over.
 */
export function originalTexts(candidate: CandidateInput, field: number): readonly string[] {
  if (typeof candidate === 'string') return field === FIELD.value ? [candidate] : [];
  const { value, title, aliases }: { value: unknown; title?: unknown; aliases?: unknown } = candidate;
  const texts =
    field === FIELD.alias ? (Array.isArray(aliases) ? aliases : []) : [field === FIELD.value ? value : title];
  return texts.filter((text) => typeof text === 'string');
}
