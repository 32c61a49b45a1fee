import type { CandidateInput } from '../candidate.js';
import { valueOf } from '../candidate.js';
import type { Columns } from './columns.js';
import { FIELD, originalTexts } from './original-texts.js';

/** The slot of the candidate that has a text. */
export function slotOf({ size, extraSlots }: Columns, text: number): number {
  return text < size ? text : (extraSlots[text - size] as number);
}

/** The field that a text is in, as a number. */
export function fieldOf({ fieldFrom }: Columns, text: number): number {
  let field: number = FIELD.reading;
  while (text < (fieldFrom[field] as number)) field--;
  return field;
}

/** The candidate that has a slot. */
export function candidateAt<C extends CandidateInput>(
  { candidates, candidateOf }: Columns<C>,
  slot: number,
): C {
  return candidates[candidateOf[slot] as number] as C;
}

/** A text as it was given. The caller may have changed the candidate since: it then is whatever is there now. */
export function originalOf(columns: Columns, text: number): string {
  const { readings, fieldFrom, size, extraSlots } = columns;
  const field = fieldOf(columns, text);
  if (field === FIELD.reading) return readings[text - (fieldFrom[field] as number)] as string;
  const slot = slotOf(columns, text);
  const candidate = candidateAt(columns, slot);
  let nth = 0;
  if (field === FIELD.alias)
    while (text - nth > (fieldFrom[field] as number) && extraSlots[text - nth - 1 - size] === slot) nth++;
  return originalTexts(candidate, field)[nth] ?? valueOf(candidate);
}

/** The weight of the candidate in a slot. Takes long in long lists: it counts. */
