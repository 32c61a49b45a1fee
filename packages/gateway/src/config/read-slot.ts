import type { DocumentReader, Entry, Item } from './document-reader.js';
import type { SlotConfig } from './gateway-config.js';
import { optionKeys, readOptions } from './slots/read-options.js';
import { readValues } from './slots/read-values.js';
import type { SlotText } from './slots/slot-reader.js';
import { slotReaders } from './slots/slot-readers.js';

const kinds = Object.keys(slotReaders);
const sourceKeys = [...new Set(Object.values(slotReaders).flatMap(({ keys }) => keys))];
const slotKeys: readonly string[] = [...kinds, ...sourceKeys, ...optionKeys];

/** Reads what one argument is completed with: `{values, …}`, `{file, …}` and so on, or a bare list of values. */
export function readSlot(
  reader: DocumentReader,
  item: Item,
  { file, place }: Pick<SlotText, 'file' | 'place'>,
): SlotConfig | undefined {
  const position = reader.position(item.offset);
  if (reader.isList(item)) return { kind: 'values', values: readValues(reader, item), options: {}, position };
  const fields = reader.fields(item, `a list of values, or a mapping with ${named(kinds)}`, slotKeys);
  if (fields === undefined) return undefined;
  const options = readOptions(reader, fields);
  const [entry, second] = kinds.flatMap((kind) => fields.get(kind) ?? []);
  if (entry !== undefined && second !== undefined) {
    reader.problem(
      'bad-value',
      second.keyOffset,
      `expected either ${named([entry.key, second.key])}, found both`,
    );
    return undefined;
  }
  refuseMisplaced(reader, fields, entry?.key);
  if (entry === undefined) {
    reader.problem('missing-key', item.offset, `expected ${named(kinds)}`);
    return undefined;
  }
  return slotReaders[entry.key]?.read({ reader, entry, fields, options, position, file, place });
}

function refuseMisplaced(
  reader: DocumentReader,
  fields: ReadonlyMap<string, Entry>,
  kind: string | undefined,
): void {
  for (const key of sourceKeys) {
    const entry = fields.get(key);
    if (entry === undefined || (kind !== undefined && slotReaders[kind]?.keys.includes(key) === true))
      continue;
    const owners = kinds.filter((owner) => slotReaders[owner]?.keys.includes(key) === true);
    reader.problem('bad-value', entry.keyOffset, `"${key}" goes with ${named(owners)} only`);
  }
}

/** Like `"a", "b" or "c"`. */
function named(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
