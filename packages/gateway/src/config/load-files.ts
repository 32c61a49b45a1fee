import { loadFile, type LoadedFile, type SourceError } from '@mcp-typeahead/sources';
import { slotsOfConfig } from './check-folders.js';
import type { ConfigProblem } from './config-error.js';
import type { GatewayConfig } from './gateway-config.js';
import type { FileSlot, FileSlotSource } from './slot-config.js';

/**
 * Reads every file that a configuration names and keeps what it holds with the slot; tells for which slots that is not possible,
 * and why. A file that stands in several slots, or stood in the configuration before and is still the same, is read once.
 */
export async function loadFiles(config: GatewayConfig, before?: GatewayConfig): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  const known = new Map<string, LoadedFile>();
  for (const { source, loaded } of before === undefined ? [] : fileSlots(before)) {
    if (loaded !== undefined) known.set(keyOf(source), loaded);
  }
  for (const slot of fileSlots(config)) {
    const loaded = known.get(keyOf(slot.source));
    try {
      // One after another: several large files at once would multiply the peak of memory.
      slot.loaded = await loadFile({ ...slot.source, ...(loaded && { loaded }) });
      known.set(keyOf(slot.source), slot.loaded);
    } catch (error) {
      const { message } = error as SourceError;
      problems.push({ code: 'bad-source', ...slot.position, message });
    }
  }
  return problems;
}

function keyOf(source: FileSlotSource): string {
  return JSON.stringify(Object.entries(source).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function* fileSlots(config: GatewayConfig): Generator<FileSlot> {
  for (const slot of slotsOfConfig(config)) if (slot.kind === 'file') yield slot;
}
