import type { LazyReadings, Readings } from '@mcp-typeahead/server';
import type { ReadingName } from './reading-names.js';

/** One entry each: what is not asked for is not loaded, and the dictionary of Chinese takes megabytes. */
const loaders: Readonly<Record<ReadingName, () => Promise<Readings>>> = {
  pinyin: async () => (await import('@mcp-typeahead/readings/pinyin')).pinyin(),
  kana: async () => (await import('@mcp-typeahead/readings/kana')).kana(),
  hangul: async () => (await import('@mcp-typeahead/readings/hangul')).hangul(),
  cyrillic: async () => (await import('@mcp-typeahead/readings/cyrillic')).cyrillic(),
  greek: async () => (await import('@mcp-typeahead/readings/greek')).greek(),
};

/** Finds the readings of a configuration's slots; each is loaded when a slot that has it is first completed, once for all. */
export function createReadingsLoader(): (names: readonly ReadingName[]) => LazyReadings {
  const loaded = new Map<ReadingName, Promise<Readings>>();
  const load = (name: ReadingName): Promise<Readings> => {
    let readings = loaded.get(name);
    if (readings === undefined) loaded.set(name, (readings = loaders[name]()));
    return readings;
  };
  return (names) => ({
    async load() {
      const functions = await Promise.all(names.map(load));
      return (text) => functions.flatMap((read) => read(text));
    },
  });
}
