import { dirname, resolve } from 'node:path';
import type { DocumentReader, Entry, Item } from '../document-reader.js';
import type { FileSlotSource } from '../slot-config.js';
import { columnKeys, readColumns } from './read-columns.js';
import { readFilled } from './read-filled.js';
import { readPointer } from './read-pointer.js';
import type { SlotReader } from './slot-reader.js';

const formats = ['text', 'json', 'ndjson', 'csv'] as const;

type Format = (typeof formats)[number];

/** `{ file: PATH, … }` */
export const fileSlots: SlotReader = {
  keys: ['format', ...columnKeys, 'pointer', 'delimiter'],
  read({ reader, entry, fields, file, options, position }) {
    const source = readFileSlot(reader, entry, fields, file);
    return source && { kind: 'file', source, options, position };
  },
};

function readFileSlot(
  reader: DocumentReader,
  item: Item,
  fields: ReadonlyMap<string, Entry>,
  file: string,
): FileSlotSource | undefined {
  const path = readFilled(reader, item, 'the path of a file');
  const formatItem = fields.get('format');
  const format = formatItem && readFormat(reader, formatItem);
  const columns = readColumns(reader, fields);
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

function readFormat(reader: DocumentReader, item: Item): Format | undefined {
  const expected = `one of: ${formats.join(', ')}`;
  const text = reader.text(item, expected);
  const format = formats.find((name) => name === text);
  if (text !== undefined && format === undefined) {
    reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return format;
}

function readDelimiter(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'one character, such as ";" or "\\t"';
  const text = reader.text(item, expected);
  if (text === undefined || (text.length === 1 && !/["\r\n]/.test(text))) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}
