/**
 * Other spellings by which a value is found too. Empty for a value that has none. Capitals in a reading mark where a
 * syllable or word starts, for engines that look there; they are not to be matched as typed.
 */
export type Readings = (value: string) => readonly string[];

/** No function of this package gives more readings of one value. */
export const MAX_READINGS = 16;

/** Longer values, in UTF-16 units, have no readings: what is that long is text, and not looked for by its sound. */
export const MAX_VALUE_LENGTH = 256;

/** Readings from a function that finds them, kept within the limits, distinct, and never the value itself. */
export function boundedReadings(script: RegExp, read: (value: string) => readonly string[]): Readings {
  return (value) => {
    if (value.length > MAX_VALUE_LENGTH || !script.test(value)) return [];
    const distinct = new Set(read(value));
    distinct.delete(value);
    distinct.delete('');
    return [...distinct].slice(0, MAX_READINGS);
  };
}
