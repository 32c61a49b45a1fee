/** What one answer of an HTTP server says of how long it may be kept. */
export interface Freshness {
  /** Undefined where nothing is said; 0 where it may not be kept, or must be asked about each time. */
  ttlMs: number | undefined;
  /** Whether anything of the answer may be kept. */
  isKept: boolean;
}

/** Frameworks say `max-age=0` unasked: one question a keystroke must not become two. */
const minTtlMs = 1_000;
const maxTtlMs = 86_400_000;

/** RFC 9111: `Cache-Control` and `Age`. Private answers are kept: this side asks in its own name only. */
export function readFreshness(headers: Headers): Freshness {
  const directives = (headers.get('cache-control') ?? '').toLowerCase().split(',');
  const names = directives.map((directive) => directive.trim());
  if (names.includes('no-store')) return { ttlMs: 0, isKept: false };
  if (names.includes('no-cache')) return { ttlMs: 0, isKept: true };
  const maxAge = names
    .map((name) => /^max-age="?(\d+)"?$/.exec(name)?.[1])
    .find((found) => found !== undefined);
  if (maxAge === undefined) return { ttlMs: undefined, isKept: true };
  const age = Number(headers.get('age') ?? 0);
  const ttlMs = (Number(maxAge) - (age > 0 ? age : 0)) * 1_000;
  return { ttlMs: Math.min(Math.max(ttlMs, minTtlMs), maxTtlMs), isKept: true };
}
