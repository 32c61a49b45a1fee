import type { LazyReadings } from '@mcp-typeahead/server';

/** Finds 紧急 by `jinji` and `jj`. The dictionary is large: it is loaded with the first completion that may need it. */
export const byPinyin: LazyReadings = {
  async load() {
    const { pinyin } = await import('@mcp-typeahead/readings/pinyin');
    return pinyin();
  },
};
