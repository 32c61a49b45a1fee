/** Revisions up to 2025-11-25 open with `initialize` (legacy); 2026-07-28 is stateless (modern). */
export type Era = 'legacy' | 'modern';

/** Newest first. */
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Newest first. */
export const modernVersions: readonly string[] = ['2026-07-28'];

/** The era of a protocol version; undefined for a version that no revision has. */
export function eraOf(version: string): Era | undefined {
  if (modernVersions.includes(version)) return 'modern';
  return legacyVersions.includes(version) ? 'legacy' : undefined;
}
