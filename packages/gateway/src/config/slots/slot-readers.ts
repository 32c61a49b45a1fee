import { directorySlots } from './read-directory-slot.js';
import { fileSlots } from './read-file-slot.js';
import { httpSlots } from './read-http-slot.js';
import { mcpSlots } from './read-mcp-slot.js';
import { valuesSlots } from './read-values.js';
import type { SlotReader } from './slot-reader.js';

/** By the key that names the kind of the source. A slot has one of them. */
export const slotReaders: Readonly<Record<string, SlotReader>> = {
  values: valuesSlots,
  file: fileSlots,
  directory: directorySlots,
  http: httpSlots,
  mcp: mcpSlots,
};
