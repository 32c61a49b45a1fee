import { dirname, resolve } from 'node:path';
import type { DocumentReader, Entry } from '../document-reader.js';
import type { DirectorySlotSource } from '../slot-config.js';
import { readFilled, readStrings } from './read-filled.js';
import type { SlotReader } from './slot-reader.js';

/** `{ directory: PATH, … }` or `{ directory: { NAME: PATH, … }, … }` */
export const directorySlots: SlotReader = {
  keys: ['hidden', 'files', 'extensions'],
  read({ reader, entry, fields, file, options, position }) {
    const roots = reader.isMapping(entry) ? readRoots(reader, entry, file) : readRoot(reader, entry, file);
    const [hidden, files] = (['hidden', 'files'] as const).map((key) => {
      const item = fields.get(key);
      return item && reader.boolean(item);
    });
    const extensionsItem = fields.get('extensions');
    const extensions =
      extensionsItem &&
      readStrings(reader, extensionsItem, 'a list such as [.md]', 'an extension such as .md');
    if (roots === undefined) return undefined;
    const source: DirectorySlotSource = {
      ...roots,
      ...(hidden !== undefined && { hidden }),
      ...(files !== undefined && { files }),
      ...(extensions !== undefined && { extensions }),
    };
    return { kind: 'directory', source, options, position };
  },
};

type Roots = Pick<DirectorySlotSource, 'root' | 'name'>;

function readRoot(reader: DocumentReader, entry: Entry, file: string): Roots | undefined {
  const path = readFilled(reader, entry, 'the path of a folder, or a mapping of names to paths');
  return path === undefined ? undefined : { root: resolve(dirname(file), path), name: path };
}

function readRoots(reader: DocumentReader, entry: Entry, file: string): Roots | undefined {
  const roots: [string, string][] = [];
  const entries = reader.mapping(entry, 'a mapping of names to paths') ?? [];
  if (entries.length === 0) reader.problem('missing-key', entry.offset, 'expected at least one folder');
  for (const item of entries) {
    if (item.key === '' || item.key.includes('/')) {
      reader.problem(
        'bad-value',
        item.keyOffset,
        'expected a name without "/": it is the first part of each value',
      );
    }
    const path = readFilled(reader, item, 'the path of a folder');
    if (path !== undefined) roots.push([item.key, resolve(dirname(file), path)]);
  }
  return { root: Object.fromEntries(roots) };
}
