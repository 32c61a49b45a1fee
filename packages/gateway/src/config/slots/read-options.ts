import type { DocumentReader, Entry, Item } from '../document-reader.js';
import type { SensitiveConfig, SlotOptions } from '../gateway-config.js';
import { readRule } from '../read-access.js';
import { readReadings } from '../read-readings.js';
import { readFilled, readStrings } from './read-filled.js';

export const optionKeys = [
  'strict',
  'sensitive',
  'separator',
  'merge',
  'needs',
  'readings',
  'visibleTo',
] as const;

/** What may be said of a slot wherever its values come from. */
export function readOptions(reader: DocumentReader, fields: ReadonlyMap<string, Entry>): SlotOptions {
  const [strict, merge] = (['strict', 'merge'] as const).map((key) => {
    const entry = fields.get(key);
    return entry && reader.boolean(entry);
  });
  const sensitiveItem = fields.get('sensitive');
  const sensitive = sensitiveItem && readSensitive(reader, sensitiveItem);
  const separatorItem = fields.get('separator');
  const separator = separatorItem && readFilled(reader, separatorItem, 'a separator such as ","');
  const needsItem = fields.get('needs');
  const needs =
    needsItem && readStrings(reader, needsItem, 'a list of argument names', 'the name of an argument');
  const readingsItem = fields.get('readings');
  const readings = readingsItem && readReadings(reader, readingsItem);
  const visibleItem = fields.get('visibleTo');
  const visibleTo = visibleItem && readRule(reader, visibleItem);
  return {
    ...(strict !== undefined && { strict }),
    ...(sensitive !== undefined && { sensitive }),
    ...(separator !== undefined && { separator }),
    ...(merge !== undefined && { merge }),
    ...(needs !== undefined && { needs }),
    ...(readings !== undefined && { readings }),
    ...(visibleTo !== undefined && { visibleTo }),
  };
}

function readSensitive(reader: DocumentReader, item: Item): boolean | SensitiveConfig | undefined {
  const expected = 'true, false, or a mapping with minLength, maxValues or windowMs';
  if (!reader.isMapping(item)) return reader.boolean(item, expected);
  const keys = ['minLength', 'maxValues', 'windowMs'] as const;
  const fields = reader.fields(item, expected, keys);
  const sensitive: { -readonly [K in keyof SensitiveConfig]: SensitiveConfig[K] } = {};
  for (const key of keys) {
    const entry = fields?.get(key);
    const number = entry && reader.count(entry, 1);
    if (number !== undefined) sensitive[key] = number;
  }
  return sensitive;
}
