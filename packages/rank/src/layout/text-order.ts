import type { Columns } from './columns.js';
import { FIELD } from './original-texts.js';
import type { TextParts } from './read-candidates.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** Texts by field, then by slot. */
export interface TextOrder extends Pick<Columns, 'extraSlots' | 'fieldFrom'> {
  /** By text: its number in the order that texts were given in. */
  readonly order: Uint32Array;
}

/** Orders texts as the candidates that they are of. */
export function* orderTexts(candidateOf: Uint32Array, parts: TextParts | undefined): Steps<TextOrder> {
  const size = candidateOf.length;
  if (parts === undefined)
    return { order: candidateOf, extraSlots: new Uint32Array(), fieldFrom: [0, size, size, size, size] };
  const { fields, textsFrom } = parts;
  const order = new Uint32Array(fields.length);
  const extraSlots = new Uint32Array(fields.length - size);
  const fieldFrom: number[] = [];
  let count = 0;
  for (let field: number = FIELD.value; field <= FIELD.reading; field++) {
    fieldFrom.push(count);
    yield* inSteps(size, (slot) => {
      const candidate = candidateOf[slot] as number;
      const end = textsFrom[candidate + 1] as number;
      for (let text = textsFrom[candidate] as number; text < end; text++) {
        if (fields[text] !== field) continue;
        if (field !== FIELD.value) extraSlots[count - size] = slot;
        order[count++] = text;
      }
      return 1;
    });
  }
  fieldFrom.push(count);
  return { order, extraSlots, fieldFrom };
}
