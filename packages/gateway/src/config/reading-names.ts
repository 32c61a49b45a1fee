/** Which scripts' readings a configuration may ask for, by the names that `@mcp-typeahead/readings` has for them. */
export const readingNames = ['pinyin', 'kana', 'hangul', 'cyrillic', 'greek'] as const;

/** A script, or a way to write it. */
export type ReadingName = (typeof readingNames)[number];
