import type { Completion, CompleteResult, Era, ExtensionMatch } from '@mcp-typeahead/protocol';
import { extensionKey, maxValues } from '@mcp-typeahead/protocol';
import type { Match } from '@mcp-typeahead/rank';
import type { Ranked, RankedMatch } from './rank.js';
import type { Degraded, Sourced } from './source.js';

/** `params._meta[extensionKey]`, as far as it is understood. */
export interface ExtensionRequest {
  items: boolean;
  /** Items say how they came to their places. */
  explain: boolean;
  /** At most so many values, 1 to 100. */
  limit: number;
}

export interface Freshness {
  ttlMs: number;
  cacheScope: 'public' | 'private';
  degraded?: Degraded | undefined;
}

export interface ShapeRequest {
  /** Of distinct candidates: what a source returns is checked for that when it arrives. */
  matches: readonly RankedMatch[];
  /** Put in front of every value. */
  prefix: string;
  /** Undefined: not known to be true, or not to be told. */
  total: number | undefined;
  hasMore: boolean | undefined;
  era: Era;
  extension: ExtensionRequest | undefined;
  freshness: Freshness | undefined;
}

/** Undefined unless the client asks for our extension in this request. */
export function extensionRequest(meta: Readonly<Record<string, unknown>>): ExtensionRequest | undefined {
  const asked = Object.hasOwn(meta, extensionKey) ? meta[extensionKey] : undefined;
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return undefined;
  const { items, explain, limit } = asked as Record<string, unknown>;
  const isLimit = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1;
  return {
    items: items === true || explain === true,
    explain: explain === true,
    limit: isLimit ? Math.min(limit, maxValues) : maxValues,
  };
}

interface CountRequest {
  sourced: Sourced;
  ranked: Ranked;
  /** Whether some candidates may be invisible to the principal. */
  isFiltered: boolean;
  extension: ExtensionRequest | undefined;
}

/** What may be said of the number of matches: nothing that is not known to be true. */
export function countsOf({ sourced, ranked, isFiltered, extension }: CountRequest): {
  total: number | undefined;
  hasMore: boolean | undefined;
} {
  const { answer, isFailed } = sourced;
  const { total: found } = ranked;
  if (isFailed === true) return { total: undefined, hasMore: undefined };
  const shown = Math.min(found, extension?.limit ?? maxValues);
  if (answer.complete) return { total: found, hasMore: found > shown };
  // The source's own count holds only while nothing was dropped from its answer here, and nothing could have been from the rest:
  // it would tell of candidates that the principal may not see.
  const total = !isFiltered && found === answer.candidates.length ? answer.total : undefined;
  return { total, hasMore: total === undefined || total > shown };
}

/** Stage 9: the result as it goes on the wire. Members that are not known are absent, never null. */
export function shapeResult({
  matches,
  prefix,
  total,
  hasMore,
  era,
  extension,
  freshness,
}: ShapeRequest): CompleteResult {
  const shown = matches.slice(0, extension?.limit ?? maxValues);
  const completion: Completion = { values: shown.map(({ candidate }) => prefix + valueOf(candidate)) };
  if (total !== undefined) completion.total = total;
  if (hasMore !== undefined) completion.hasMore = hasMore;
  return {
    completion,
    ...(era === 'modern' ? { resultType: 'complete' } : {}),
    ...(extension === undefined
      ? {}
      : {
          _meta: {
            [extensionKey]: {
              ...(extension.items
                ? { items: shown.map((match) => toItem(match, prefix.length, extension.explain)) }
                : {}),
              ...toFreshness(freshness),
            },
          },
        }),
  };
}

/** Whole milliseconds, and no more than a day: `Infinity` has no JSON, and a server may be restarted. */
function toFreshness(freshness: Freshness | undefined): Record<string, unknown> {
  if (freshness === undefined) return {};
  return present({ ...freshness, ttlMs: Math.floor(Math.min(freshness.ttlMs, 86_400_000)) });
}

function toItem(
  { candidate, ranges, match }: RankedMatch,
  offset: number,
  isExplained: boolean,
): Record<string, unknown> {
  const { title, description } = typeof candidate === 'string' ? {} : candidate;
  const shifted = ranges.map(([start, end]) => [start + offset, end + offset]);
  return present({
    title,
    description,
    ranges: shifted.length > 0 ? shifted : undefined,
    match: isExplained && match !== undefined ? toExtensionMatch(match) : undefined,
  });
}

function toExtensionMatch({ band, score, field, text, ranges }: Match): ExtensionMatch {
  return { ...(band !== undefined && { band }), score, field, text, ranges };
}

function valueOf(candidate: RankedMatch['candidate']): string {
  return typeof candidate === 'string' ? candidate : candidate.value;
}

function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
