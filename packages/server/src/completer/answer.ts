import type { Candidate, CandidateInput } from '@mcp-typeahead/rank';
import type { Steps } from '../steps.js';
import { takeAtOnce } from '../steps.js';

/** A source's answer after checking: distinct candidates, strings throughout. */
export interface Answer {
  readonly candidates: readonly CandidateInput[];
  readonly complete: boolean;
  /** What the source said of matches beyond `candidates`. */
  readonly total: number | undefined;
  /** How many candidates were unusable: neither text nor an object with a `value`. */
  readonly dropped: number;
  /** How long the source says that the answer stays fresh. */
  readonly ttlMs?: number;
}

/** A generator that never ends must not take the process with it. */
const maxIterated = 100_000;

/**
 * Makes the best of what a source returned: nothing is an empty list, one value is a list of one, numbers and booleans are
 * their text, duplicates are one. Returns undefined for what has no reasonable reading (a number of things that are not
 * iterable, an async iterable).
 */
export function toAnswer(reply: unknown): Answer | undefined {
  return takeAtOnce(answerSteps(reply));
}

/** `toAnswer` for a list that may be long. */
export function* answerSteps(reply: unknown): Steps<Answer | undefined> {
  if (reply === null || reply === undefined)
    return { candidates: [], complete: true, total: undefined, dropped: 0 };
  if (toText(reply) !== undefined) return yield* gather([reply], true, undefined);
  if (typeof reply !== 'object') return undefined;
  if (isIterable(reply)) return yield* gather(reply, true, undefined);
  const { candidates, values, complete, hasMore, total, ttlMs } = reply as Record<string, unknown>;
  const list = candidates ?? values;
  if (typeof list !== 'object' || list === null || !isIterable(list)) return undefined;
  const whole = typeof complete === 'boolean' ? complete : hasMore !== true;
  const answer = yield* gather(
    list,
    whole,
    typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined,
  );
  return typeof ttlMs === 'number' && ttlMs >= 0 ? { ...answer, ttlMs } : answer;
}

/** So many candidates take well under a millisecond. */
const candidatesAStep = 1_000;

function* gather(list: Iterable<unknown>, complete: boolean, total: number | undefined): Steps<Answer> {
  const candidates: CandidateInput[] = [];
  const distinct = new Set<string>();
  let dropped = 0;
  let seen = 0;
  let whole = complete;
  for (const item of list) {
    if (seen % candidatesAStep === 0) yield;
    seen += 1;
    if (seen > maxIterated && !Array.isArray(list)) {
      whole = false;
      break;
    }
    const candidate = toCandidate(item);
    if (candidate === undefined) dropped += 1;
    else {
      const value = typeof candidate === 'string' ? candidate : candidate.value;
      if (distinct.has(value)) continue;
      distinct.add(value);
      candidates.push(candidate);
    }
  }
  // A total smaller than what is in hand is not true; neither is one counted over duplicates, nor one of just what is in hand
  // where there is said to be more.
  const isPossible = total !== undefined && distinct.size === seen && (whole ? total >= seen : total > seen);
  const known = isPossible ? total : undefined;
  if (known !== undefined && known > distinct.size) whole = false;
  return { candidates, complete: whole, total: known, dropped };
}

function toCandidate(item: unknown): CandidateInput | undefined {
  const text = toText(item);
  if (text !== undefined) return text;
  if (typeof item !== 'object' || item === null) return undefined;
  const { value, title, description, aliases, weight, group } = item as Record<string, unknown>;
  const name = toText(value);
  if (name === undefined) return undefined;
  const candidate: Candidate = { value: name };
  if (typeof title === 'string') candidate.title = title;
  if (typeof description === 'string') candidate.description = description;
  if (Array.isArray(aliases)) candidate.aliases = aliases.filter((alias) => typeof alias === 'string');
  if (typeof weight === 'number' && Number.isFinite(weight)) candidate.weight = weight;
  if (typeof group === 'string') candidate.group = group;
  return candidate;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}
