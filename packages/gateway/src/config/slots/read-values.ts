import type { DocumentReader, Item } from '../document-reader.js';
import type { ConfiguredCandidate } from '../gateway-config.js';
import { readRule } from '../read-access.js';
import { readFilled, readStrings } from './read-filled.js';
import type { SlotReader } from './slot-reader.js';

const candidateKeys = ['value', 'title', 'description', 'aliases', 'weight', 'group', 'visibleTo'] as const;

/** `{ values: [...] }` */
export const valuesSlots: SlotReader = {
  keys: [],
  read: ({ reader, entry, options, position }) => ({
    kind: 'values',
    values: readValues(reader, entry),
    options,
    position,
  }),
};

/** A list of values: texts, numbers or mappings. */
export function readValues(reader: DocumentReader, list: Item): readonly (string | ConfiguredCandidate)[] {
  const values: (string | ConfiguredCandidate)[] = [];
  for (const item of reader.list(list, 'a list of values') ?? []) {
    const value = reader.isMapping(item) ? readCandidate(reader, item) : readValue(reader, item);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function readValue(reader: DocumentReader, item: Item): string | undefined {
  return readFilled(reader, item, 'a value: a string, a number, or a mapping with "value"');
}

function readCandidate(reader: DocumentReader, item: Item): ConfiguredCandidate | undefined {
  const fields = reader.fields(item, 'a value', candidateKeys);
  if (fields === undefined) return undefined;
  const valueItem = fields.get('value');
  if (valueItem === undefined) reader.problem('missing-key', item.offset, 'expected "value"');
  const value = valueItem && readValue(reader, valueItem);
  const [title, description, group] = (['title', 'description', 'group'] as const).map((key) => {
    const entry = fields.get(key);
    return entry && reader.spelled(entry, 'a string');
  });
  const aliasesItem = fields.get('aliases');
  const aliases = aliasesItem && readStrings(reader, aliasesItem, 'a list of aliases', 'an alias: a string');
  const weightItem = fields.get('weight');
  const weight = weightItem && reader.number(weightItem, 'a number');
  const visibleItem = fields.get('visibleTo');
  const visibleTo = visibleItem && readRule(reader, visibleItem);
  if (value === undefined) return undefined;
  return {
    value,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(aliases !== undefined && { aliases }),
    ...(weight !== undefined && { weight }),
    ...(group !== undefined && { group }),
    ...(visibleTo !== undefined && { visibleTo }),
  };
}
