import type { Readings } from './readings.js';

/** All readings that any of these gives, distinct, in the order of the functions. */
export function combineReadings(...readings: readonly Readings[]): Readings {
  return (value) => [...new Set(readings.flatMap((read) => read(value)))];
}
