/** Other spellings of a text, by which its candidate is found too; those of `@mcp-typeahead/readings`, or your own. */
export type Readings = (text: string) => readonly string[];

/** Readings whose tables are loaded when something is looked for the first time, and never if nothing is. */
export interface LazyReadings {
  /** Asked again with the next request if it fails. */
  load(): Readings | Promise<Readings>;
}

/** What is wrong with the option, in words for an error; undefined if nothing is. */
export function readingsDefect(readings: unknown): string | undefined {
  if (readings === undefined || typeof readings === 'function') return undefined;
  const isLazy = typeof readings === 'object' && readings !== null && 'load' in readings;
  return isLazy && typeof readings.load === 'function'
    ? undefined
    : 'readings must be a function of a text, or an object with load()';
}
