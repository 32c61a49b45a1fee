import { createHash } from 'node:crypto';

/** A short name for a long one. Typed text and names of people stand in keys: they are not to be read in Redis. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
