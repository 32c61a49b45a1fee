import { extensionKey, maxValues } from '@mcp-typeahead/protocol';
import type { ExtensionItem, ExtensionResult } from '@mcp-typeahead/protocol';
import type { Answer, Fault, Suggestion } from './answer.js';

/** More values than these are not kept, whatever a server sends. */
const maxKept = 1_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * Makes the best of a result as it came over the wire; nothing in it is taken for granted.
 * @param isContinued the values come behind others, so that `total` counts more than these
 */
export function readAnswer(result: unknown, text: string, isContinued = false): Answer {
  const faults = new Set<Fault>();
  const completion = member(result, 'completion');
  if (!isObject(completion)) faults.add('no-completion');
  const sent = readValues(member(completion, 'values'), isObject(completion), faults);
  const extension = readExtension(member(member(result, '_meta'), extensionKey));
  const items = toItems(sent, extension.items, faults);
  const total = readTotal(member(completion, 'total'), sent.length, faults);
  const more = member(completion, 'hasMore');
  if (more !== undefined && typeof more !== 'boolean') faults.add('bad-has-more');
  // Where the two contradict each other, there may be more.
  const isCut = (total !== undefined && total > sent.length && !isContinued) || sent.length > maxKept;
  const hasMore = isCut || (typeof more === 'boolean' ? more : total === undefined ? undefined : false);
  const isUsable = !faults.has('no-completion') && !faults.has('values-not-a-list');
  return {
    text,
    items,
    total: isUsable ? total : undefined,
    hasMore: isUsable && !(faults.has('value-not-a-string') && hasMore === false) ? hasMore : undefined,
    nextCursor: extension.nextCursor,
    degraded: extension.degraded,
    // What could not be read is asked for again next time.
    ttlMs: isUsable ? extension.ttlMs : 0,
    faults: [...faults],
  };
}

/** What stands for an answer that nobody can read. */
export function unreadableAnswer(text: string): Answer {
  return {
    ...readAnswer({ completion: { values: [] } }, text),
    hasMore: undefined,
    ttlMs: 0,
    faults: ['unreadable'],
  };
}

function readValues(values: unknown, isExpected: boolean, faults: Set<Fault>): unknown[] {
  if (Array.isArray(values)) {
    if (values.length > maxValues) faults.add('too-many-values');
    return values;
  }
  if (isExpected) faults.add('values-not-a-list');
  return [];
}

function toItems(sent: readonly unknown[], described: unknown, faults: Set<Fault>): Suggestion[] {
  const items = new Map<string, Suggestion>();
  for (const [index, value] of sent.slice(0, maxKept).entries()) {
    if (typeof value !== 'string') faults.add('value-not-a-string');
    else if (items.has(value)) faults.add('duplicate-values');
    else items.set(value, toSuggestion(value, Array.isArray(described) ? described[index] : undefined));
  }
  return [...items.values()];
}

function toSuggestion(value: string, item: unknown): Suggestion {
  const { title, description, ranges } = (isObject(item) ? item : {}) as ExtensionItem;
  return {
    value,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ranges: Array.isArray(ranges) ? ranges.filter((range) => isRange(range, value.length)) : [],
  };
}

function isRange(range: unknown, length: number): range is [number, number] {
  if (!Array.isArray(range)) return false;
  const [start, end] = range as unknown[];
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    0 <= Number(start) &&
    Number(start) < Number(end) &&
    Number(end) <= length
  );
}

function readTotal(total: unknown, count: number, faults: Set<Fault>): number | undefined {
  if (total === undefined) return undefined;
  if (!Number.isInteger(total) || Number(total) < 0) faults.add('bad-total');
  else if (Number(total) < count) faults.add('total-too-small');
  else return Number(total);
  return undefined;
}

function readExtension(meta: unknown): ExtensionResult {
  const { items, nextCursor, ttlMs, degraded } = (isObject(meta) ? meta : {}) as ExtensionResult;
  return {
    ...(items !== undefined && { items }),
    ...(typeof nextCursor === 'string' && { nextCursor }),
    ...(typeof ttlMs === 'number' && ttlMs >= 0 && { ttlMs }),
    ...(typeof degraded === 'string' && { degraded }),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
