import { dirname, resolve } from 'node:path';
import type { Candidate } from '@mcp-typeahead/rank';
import type { DocumentReader, Entry, Item } from './document-reader.js';
import type { FileSlotSource, SensitiveConfig, SlotConfig, SlotOptions } from './gateway-config.js';
import { readReadings } from './read-readings.js';

const optionKeys = ['strict', 'sensitive', 'separator', 'merge', 'needs', 'readings'] as const;
const columnKeys = ['column', 'title', 'description', 'aliases', 'weight', 'group'] as const;
const fileKeys = ['format', ...columnKeys, 'pointer', 'delimiter'] as const;
const slotKeys = ['values', 'file', ...fileKeys, ...optionKeys] as const;
const candidateKeys = ['value', 'title', 'description', 'aliases', 'weight', 'group'] as const;
const formats = ['text', 'json', 'ndjson', 'csv'] as const;

type SlotFields = ReadonlyMap<(typeof slotKeys)[number], Entry>;
type Format = (typeof formats)[number];

/** Reads what one argument is completed with: `{values, …}`, `{file, …}`, or a bare list of values. */
export function readSlot(reader: DocumentReader, item: Item, file: string): SlotConfig | undefined {
  const position = reader.position(item.offset);
  if (reader.isList(item)) return { kind: 'values', values: readValues(reader, item), options: {}, position };
  const expected = 'a list of values, or a mapping with "values" or "file"';
  const fields = reader.fields(item, expected, slotKeys);
  if (fields === undefined) return undefined;
  const options = readOptions(reader, fields);
  const valuesItem = fields.get('values');
  const fileItem = fields.get('file');
  if (valuesItem !== undefined && fileItem !== undefined) {
    reader.problem('bad-value', fileItem.keyOffset, 'expected either "values" or "file", found both');
    return undefined;
  }
  if (fileItem !== undefined) {
    const source = readFileSlot(reader, fileItem, fields, file);
    return source && { kind: 'file', source, options, position };
  }
  for (const key of fileKeys) {
    const entry = fields.get(key);
    if (entry !== undefined) reader.problem('bad-value', entry.keyOffset, `"${key}" goes with "file" only`);
  }
  if (valuesItem !== undefined) {
    return { kind: 'values', values: readValues(reader, valuesItem), options, position };
  }
  reader.problem('missing-key', item.offset, 'expected "values" or "file"');
  return undefined;
}

function readOptions(reader: DocumentReader, fields: SlotFields): SlotOptions {
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
  return {
    ...(strict !== undefined && { strict }),
    ...(sensitive !== undefined && { sensitive }),
    ...(separator !== undefined && { separator }),
    ...(merge !== undefined && { merge }),
    ...(needs !== undefined && { needs }),
    ...(readings !== undefined && { readings }),
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

function readFileSlot(
  reader: DocumentReader,
  item: Item,
  fields: SlotFields,
  file: string,
): FileSlotSource | undefined {
  const path = readFilled(reader, item, 'the path of a file');
  const formatItem = fields.get('format');
  const format = formatItem && readFormat(reader, formatItem);
  const columns: Partial<Record<(typeof columnKeys)[number], string>> = {};
  for (const key of columnKeys) {
    const entry = fields.get(key);
    const name = entry && readFilled(reader, entry, 'the name of a column');
    if (name !== undefined) columns[key] = name;
  }
  const pointerItem = fields.get('pointer');
  const pointer = pointerItem && readPointer(reader, pointerItem);
  const delimiterItem = fields.get('delimiter');
  const delimiter = delimiterItem && readDelimiter(reader, delimiterItem);
  if (path === undefined) return undefined;
  return {
    path: resolve(dirname(file), path),
    name: path,
    ...(format !== undefined && { format }),
    ...columns,
    ...(pointer !== undefined && { pointer }),
    ...(delimiter !== undefined && { delimiter }),
  };
}

function readValues(reader: DocumentReader, list: Item): readonly (string | Candidate)[] {
  const values: (string | Candidate)[] = [];
  for (const item of reader.list(list, 'a list of values') ?? []) {
    const value = reader.isMapping(item) ? readCandidate(reader, item) : readValue(reader, item);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function readValue(reader: DocumentReader, item: Item): string | undefined {
  return readFilled(reader, item, 'a value: a string, a number, or a mapping with "value"');
}

function readCandidate(reader: DocumentReader, item: Item): Candidate | undefined {
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
  if (value === undefined) return undefined;
  return {
    value,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(aliases !== undefined && { aliases }),
    ...(weight !== undefined && { weight }),
    ...(group !== undefined && { group }),
  };
}

function readStrings(reader: DocumentReader, list: Item, expected: string, each: string): readonly string[] {
  const strings: string[] = [];
  for (const item of reader.list(list, expected) ?? []) {
    const text = readFilled(reader, item, each);
    if (text !== undefined) strings.push(text);
  }
  return strings;
}

function readFilled(reader: DocumentReader, item: Item, expected: string): string | undefined {
  const text = reader.spelled(item, expected);
  if (text !== '') return text;
  reader.problem('wrong-type', item.offset, `expected ${expected}, found an empty string`);
  return undefined;
}

function readFormat(reader: DocumentReader, item: Item): Format | undefined {
  const expected = `one of: ${formats.join(', ')}`;
  const text = reader.text(item, expected);
  const format = formats.find((name) => name === text);
  if (text !== undefined && format === undefined) {
    reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return format;
}

function readPointer(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'a JSON pointer such as /data/names';
  const text = reader.text(item, expected);
  // RFC 6901: each part begins with a slash; a tilde is written ~0, a slash in a part ~1.
  if (text === undefined || /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}

function readDelimiter(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'one character, such as ";" or "\\t"';
  const text = reader.text(item, expected);
  if (text === undefined || (text.length === 1 && !/["\r\n]/.test(text))) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}
