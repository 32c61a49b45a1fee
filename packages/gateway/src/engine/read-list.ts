import { errorCodes } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';
import { AskError } from './ask-error.js';
import type { Ask } from './peer.js';

export interface ListEntry {
  /** The string under the wanted member. */
  name: string;
  /** Of a prompt: none where it has no `arguments`; undefined where they cannot be read. */
  argumentNames: readonly string[] | undefined;
}

export interface UpstreamList {
  /** In the upstream's order. */
  entries: ListEntry[];
  /** False where the list went on beyond the bounds. */
  isWhole: boolean;
  /** As the upstream said (2026-07-28); undefined where it said nothing. */
  ttlMs: number | undefined;
}

export interface ReadListOptions {
  method: 'prompts/list' | 'resources/templates/list' | 'resources/list';
  /** Where the result has its entries. */
  key: string;
  /** Which member of an entry is wanted. */
  member: string;
}

/** More pages than this and the upstream is likely to go round in circles. */
const maxPages = 200;
const maxEntries = 100_000;

/** Reads all pages of a list. A list that the upstream does not know (-32601) is an empty one. */
export async function readList(ask: Ask, options: ReadListOptions): Promise<UpstreamList> {
  const entries: ListEntry[] = [];
  const seen = new Set<string>();
  let ttlMs: number | undefined;
  let params: Record<string, unknown> = {};
  for (let page = 0; page < maxPages && entries.length < maxEntries; page += 1) {
    const result = asObject(await askOnce(ask, options.method, params));
    collect(result?.[options.key], options.member, entries);
    ttlMs = least(ttlMs, result?.['ttlMs']);
    const cursor = result?.['nextCursor'];
    if (typeof cursor !== 'string') return { entries, isWhole: true, ttlMs };
    if (seen.has(cursor)) break;
    seen.add(cursor);
    params = { cursor };
  }
  return { entries, isWhole: false, ttlMs };
}

async function askOnce(ask: Ask, method: string, params: Record<string, unknown>): Promise<unknown> {
  try {
    return await ask(method, params);
  } catch (error) {
    if (error instanceof AskError && error.rpcCode === errorCodes.methodNotFound) return undefined;
    throw error;
  }
}

function collect(list: unknown, member: string, entries: ListEntry[]): void {
  if (!Array.isArray(list)) return;
  for (const item of list) {
    const object = asObject(item);
    const name = object?.[member];
    if (typeof name === 'string') entries.push({ name, argumentNames: namesOf(object?.['arguments']) });
  }
}

function namesOf(list: unknown): readonly string[] | undefined {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return undefined;
  return list.map((item) => asObject(item)?.['name']).filter((name) => typeof name === 'string');
}

function least(ttlMs: number | undefined, next: unknown): number | undefined {
  if (typeof next !== 'number' || !(next >= 0)) return ttlMs;
  return ttlMs === undefined ? next : Math.min(ttlMs, next);
}
