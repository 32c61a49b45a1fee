import type { ListSource, QuerySource, SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import { gatherItems } from '../json/gather-items.js';
import { isPointer, resolvePointer } from '../json/resolve-pointer.js';
import { listAt } from '../json/list-at.js';
import { SourceError } from '../source-error.js';
import { checkHeaders } from './check-headers.js';
import { readFreshness } from './freshness.js';
import {
  httpDefaults,
  type HttpHeaders,
  type HttpSourceOptions,
  type ResolvedHttpOptions,
} from './http-source-options.js';
import { hasNextPage, nextPage } from './next-page.js';
import { requestJson } from './request-json.js';
import { parseUrlTemplate, type UrlTemplate } from './url-template.js';
import { Validated } from './validated.js';

/** A list source, or a query source where the URL has a place for what was typed. */
export type HttpSource = (ListSource | QuerySource) & {
  /** Arguments that the URL has places for: pass them as the completer's `needs`. */
  readonly needs: readonly string[];
};

/**
 * Values from an HTTP server that answers with JSON. An answer with an `ETag` or `Last-Modified` is asked about rather than asked
 * for again; `Cache-Control` says how long it is fresh. Rows without a usable value are left out. Timeout, cancellation, stale
 * answers and the breaker are those of the completer; a request ends when nobody waits for it.
 * @throws {SourceError} invalid-option, at construction; the others from `load` or `search`
 */
export function httpSource(options: HttpSourceOptions): HttpSource {
  const template = parseUrlTemplate(options.url);
  const resolved = resolveOptions(options, template);
  const known = new Validated();
  const ask = (request: SourceRequest & { value?: string }): Promise<SourceAnswer> =>
    answer(resolved, { template, known, request });
  const needs = template.argumentNames;
  return template.usesValue ? { kind: 'query', needs, search: ask } : { kind: 'list', needs, load: ask };
}

function resolveOptions(options: HttpSourceOptions, template: UrlTemplate): ResolvedHttpOptions {
  const name = options.name ?? new URL(template.origin).host;
  for (const key of ['pointer', 'total'] as const) {
    const pointer = options[key];
    if (pointer === undefined || isPointer(pointer)) continue;
    throw new SourceError('invalid-option', `${name}: ${key}: expected a JSON pointer such as /data/items`);
  }
  if (typeof options.headers === 'object') checkHeaders(options.headers, name);
  const maxPages = options.maxPages ?? (template.usesValue ? 1 : 10);
  return { ...options, ...withDefaults(options), name, maxPages };
}

function withDefaults(options: HttpSourceOptions): typeof httpDefaults {
  const { pointer, maxBytes, maxCandidates } = httpDefaults;
  return {
    pointer: options.pointer ?? pointer,
    maxBytes: options.maxBytes ?? maxBytes,
    maxCandidates: options.maxCandidates ?? maxCandidates,
  };
}

interface Asked {
  template: UrlTemplate;
  known: Validated;
  request: SourceRequest & { value?: string };
}

async function answer(
  options: ResolvedHttpOptions,
  { template, known, request }: Asked,
): Promise<SourceAnswer> {
  const { signal } = request;
  signal.throwIfAborted();
  const url = template.expand(request);
  if (url === undefined) return { candidates: [] };
  const headers = await headersFor(options);
  const { name, maxBytes } = options;
  const before = known.get(url.href);
  const response = await requestJson({
    url,
    headers: { ...headers, ...before?.conditions },
    name,
    maxBytes,
    signal,
  });
  const { ttlMs, isKept } = readFreshness(response.headers);
  const fresh = freshFor(options.ttlMs ?? ttlMs);
  if (response.is === 'unchanged') {
    if (before !== undefined) return { ...before.answer, ...fresh };
    throw new SourceError(
      'http-status',
      `${name}: answers with HTTP 304 to what was not a conditional request`,
    );
  }
  const pages = await readPages(options, {
    url,
    headers,
    signal,
    isQuery: template.usesValue,
    first: response,
  });
  if (isKept && pages.count === 1) known.set(url.href, response.headers, pages.answer);
  else known.delete(url.href);
  return { ...pages.answer, ...fresh };
}

function freshFor(ttlMs: number | undefined): Pick<SourceAnswer, 'ttlMs'> {
  return ttlMs === undefined ? {} : { ttlMs };
}

async function headersFor({ headers = {}, name }: ResolvedHttpOptions): Promise<HttpHeaders> {
  if (typeof headers !== 'function') return headers;
  return checkHeaders(await headers(), name);
}

interface Pages {
  url: URL;
  headers: HttpHeaders;
  signal: AbortSignal;
  isQuery: boolean;
  first: { document: unknown; headers: Headers };
}

async function readPages(
  options: ResolvedHttpOptions,
  { url, headers, signal, isQuery, first }: Pages,
): Promise<{ answer: SourceAnswer; count: number }> {
  const { name, maxBytes, pointer, maxCandidates, maxPages } = options;
  const candidates: SourceAnswer['candidates'][number][] = [];
  let page = first;
  let at = url;
  let rows = 0;
  for (let count = 1; ; count += 1) {
    const list = listAt(page.document, pointer, name);
    const room = maxCandidates - candidates.length;
    const gathered = gatherItems(list, { ...options, name, maxCandidates: room });
    for (const candidate of gathered.candidates) candidates.push(candidate);
    rows += gathered.rows;
    const next = nextPage(page.headers, at);
    const isFull = gathered.isCut || candidates.length >= maxCandidates;
    if (next === undefined || isFull || count >= maxPages) {
      const isLast = !gathered.isCut && !hasNextPage(page.headers);
      const counts = countsOf(options, { document: page.document, rows, isLast, isQuery });
      return { answer: { candidates, ...counts }, count };
    }
    const response = await requestJson({ url: next, headers, name, maxBytes, signal });
    if (response.is === 'unchanged') throw new SourceError('http-status', `${name}: answers with HTTP 304`);
    page = response;
    at = next;
  }
}

interface Counted {
  document: unknown;
  rows: number;
  isLast: boolean;
  isQuery: boolean;
}

/** Nothing is told that the server does not say. A search gives a part unless it gives nothing, or says how many there are. */
function countsOf(
  { total: pointer, pageSize }: HttpSourceOptions,
  { document, rows, isLast, isQuery }: Counted,
): Pick<SourceAnswer, 'complete' | 'total'> {
  const said = pointer === undefined ? undefined : resolvePointer(document, pointer);
  const total = typeof said === 'number' && Number.isSafeInteger(said) && said >= rows ? said : undefined;
  if (!isLast) return { complete: false, total };
  if (total !== undefined) return { complete: total === rows, total };
  const isWhole = !isQuery || rows === 0 || (pageSize !== undefined && rows < pageSize);
  return { complete: isWhole };
}
