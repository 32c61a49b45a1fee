import type { Cache, CacheEntry } from '../cache/cache.js';
import { MemoryCache } from '../cache/memory-cache.js';
import { CircuitBreaker } from '../cache/circuit-breaker.js';
import { Flights } from '../cache/flights.js';
import type { Clock } from '../clock.js';
import type { Answer } from '../completer/answer.js';
import type { Completer } from '../completer/completer.js';
import { CompletionsError } from '../completions-error.js';
import type { Principal } from '../principal.js';
import type { Session } from '../session.js';
import type { Slot } from '../slot.js';
import { describeSlot } from '../slot.js';
import { isDeliberate } from '../wire-errors.js';
import { AccessScopes } from './access-scope.js';
import { loadAnswer } from './load-answer.js';
import type { RankStage } from './rank.js';

/** Why an answer may be old or short: an old one stands in, or the source took too long or failed. */
export type Degraded = 'stale' | 'timeout' | 'source-error';

export interface SourceQuery {
  slot: Slot;
  completer: Completer;
  /** A name that the completer has alone among all that share the cache. */
  identity: string;
  /** Whether that name means the same in every process. */
  isLasting: boolean;
  /** The typed text. */
  value: string;
  /** Everything the client sent; the source gets what it may see. */
  context: Readonly<Record<string, string>>;
  principal: Principal | undefined;
  session: Session | undefined;
  signal: AbortSignal | undefined;
}

export interface Sourced {
  answer: Answer;
  /** `none`: not kept at all. */
  from: 'constant' | 'none' | 'hit' | 'stale' | 'miss';
  /** How long the answer stays fresh from now on. */
  ttlMs: number;
  degraded?: Degraded;
  /** The candidates stand for a load that failed: nothing is known of their number. */
  isFailed?: boolean;
}

export interface SourceStageOptions {
  cache: Cache;
  clock: Clock;
  /** Told once per failed load, however many callers waited for it. */
  onError: (error: unknown, slot: Slot) => void;
  /** Makes a list ready for ranking before it is kept and served, as part of its load. @default nothing */
  prepare?: RankStage['prepare'];
}

/** One load to come. */
interface Plan {
  key: string;
  cache: Cache;
  /** Who shares the source's health: a source that fails for one principal may work for others. */
  circuit: string;
  version: unknown;
  arguments: Readonly<Record<string, string>>;
  principal: Principal | undefined;
  session: Session | undefined;
}

/** What a constant list promises a client that keeps it: the server may be restarted with another. */
const constantTtlMs = 300_000;

/**
 * Stage 5: candidates from the cache or the source. One load per key; a stale answer is served at once while one refresh
 * runs; failures are never kept; one caller's abort never ends a load that others wait for.
 */
export class SourceStage {
  readonly #cache: Cache;
  /** For completers without a lasting name: in a cache that processes share, they would get each other's answers. */
  readonly #ownCache: Cache = new MemoryCache();
  readonly #clock: Clock;
  readonly #onError: SourceStageOptions['onError'];
  readonly #prepare: SourceStageOptions['prepare'];
  readonly #flights: Flights<Answer> = new Flights();
  readonly #breaker: CircuitBreaker;
  readonly #scopes: AccessScopes = new AccessScopes();
  /** Completers that have returned `undefined`. */
  readonly #silent: WeakSet<Completer> = new WeakSet();
  #sequence = 0;

  constructor({ cache, clock, onError, prepare }: SourceStageOptions) {
    this.#prepare = prepare;
    this.#cache = cache;
    this.#clock = clock;
    this.#onError = onError;
    this.#breaker = new CircuitBreaker(clock);
  }

  /** @throws what the source threw, `CompletionsError` `source-timeout` or `source-unavailable`, or the abort reason */
  async fetch(query: SourceQuery): Promise<Sourced> {
    const { completer, signal, slot } = query;
    if (completer.constant !== undefined) {
      return { answer: completer.constant, from: 'constant', ttlMs: constantTtlMs };
    }
    const plan = this.#plan(query);
    const flight = { version: plan.version, start: (aborts: AbortSignal) => this.#load(query, plan, aborts) };
    const { cache } = completer.options;
    if (cache === false) {
      return { answer: await this.#flights.join(plan.key, { ...flight, signal }), from: 'none', ttlMs: 0 };
    }
    const entry = await this.#read(plan, slot);
    const age = entry === undefined ? Infinity : this.#clock.now() - entry.storedAt;
    const isCurrent = entry !== undefined && Object.is(entry.version, plan.version);
    const ttlMs = entry?.answer.ttlMs ?? cache.ttlMs;
    if (isCurrent && (plan.version !== undefined || age < ttlMs)) {
      return {
        answer: entry.answer,
        from: 'hit',
        ttlMs: plan.version === undefined ? ttlMs - age : ttlMs,
      };
    }
    const stale = age < ttlMs + cache.staleMs ? entry?.answer : undefined;
    if (isCurrent && stale !== undefined) {
      this.#flights.pin(plan.key, flight);
      return { answer: stale, from: 'stale', ttlMs: 0, degraded: 'stale' };
    }
    try {
      const answer = await this.#flights.join(plan.key, { ...flight, signal });
      return { answer, from: 'miss', ttlMs: answer.ttlMs ?? cache.ttlMs };
    } catch (error) {
      if (stale === undefined || signal?.aborted === true || isDeliberate(error)) throw error;
      return { answer: stale, from: 'stale', ttlMs: 0, degraded: degradedBy(error) };
    }
  }

  /** The source's own `version` is asked here: its fault is told like that of a load. */
  #plan(query: SourceQuery): Plan {
    try {
      return { ...makePlan(query, this.#scopes), cache: query.isLasting ? this.#cache : this.#ownCache };
    } catch (error) {
      this.#onError(error, query.slot);
      throw error;
    }
  }

  async #load(query: SourceQuery, plan: Plan, aborts: AbortSignal): Promise<Answer> {
    const { completer, slot } = query;
    const { breaker, cache } = completer.options;
    // After all loads before it, in this process and, by the clock, in others that share the cache.
    const sequence = (this.#sequence = Math.max(this.#sequence + 1, this.#clock.now()));
    if (breaker !== false && !this.#breaker.admits(plan.circuit, breaker)) {
      throw new CompletionsError(
        'source-unavailable',
        `${describeSlot(slot)}: failed too often, left alone for a while`,
      );
    }
    try {
      const { answer, isNothing } = await loadAnswer({ ...query, ...plan }, this.#clock, aborts);
      this.#breaker.succeeded(plan.circuit);
      if (answer.dropped > 0) this.#onError(unusableCandidates(slot, answer.dropped), slot);
      if (isNothing) this.#reportNothing(completer, slot);
      if (cache !== false && answer.ttlMs !== 0) {
        if (completer.source.kind === 'list' && !completer.options.ranked) {
          const before = (await this.#read(plan, slot))?.answer.candidates;
          await this.#prepare?.(answer.candidates, completer.options, { before, signal: aborts });
        }
        const entry = { answer, storedAt: this.#clock.now(), sequence, version: plan.version };
        await this.#store(plan, entry, slot);
      }
      return answer;
    } catch (error) {
      // Nobody waits any longer: that is no fault of the source.
      if (!aborts.aborted && !isDeliberate(error)) {
        if (breaker !== false) this.#breaker.failed(plan.circuit, breaker);
        this.#onError(error, slot);
      }
      throw error;
    }
  }

  /** Once: a completer that forgets to return does so with every request. */
  #reportNothing(completer: Completer, slot: Slot): void {
    if (this.#silent.has(completer)) return;
    this.#silent.add(completer);
    this.#onError(nothingReturned(slot), slot);
  }

  /** A cache that fails is one that knows nothing. */
  async #read({ cache, key }: Plan, slot: Slot): Promise<CacheEntry | undefined> {
    try {
      return await cache.get(key);
    } catch (error) {
      this.#onError(error, slot);
      return undefined;
    }
  }

  /** An older load that ends last must not replace what a newer one has brought. */
  async #store({ cache, key }: Plan, entry: CacheEntry, slot: Slot): Promise<void> {
    try {
      const present = await cache.get(key);
      if (present === undefined || present.sequence < entry.sequence) await cache.set(key, entry);
    } catch (error) {
      this.#onError(error, slot);
    }
  }
}

function makePlan(query: SourceQuery, scopes: AccessScopes): Omit<Plan, 'cache'> {
  const { completer, identity, value, context, principal, session } = query;
  const { source, options } = completer;
  const given = visibleContext(completer, context);
  const isShared = options.cache !== false && options.cache.shared;
  const scope = isShared ? null : [scopes.of(principal), session?.id];
  const entries = Object.keys(given)
    .sort()
    .map((name) => [name, given[name]]);
  return {
    key: JSON.stringify([identity, source.kind === 'query' ? value : null, entries, scope]),
    circuit: JSON.stringify([identity, scope]),
    version: source.kind === 'list' ? source.version?.() : undefined,
    arguments: given,
    principal: isShared ? undefined : principal,
    session: isShared ? undefined : session,
  };
}

function visibleContext({ options }: Completer, context: SourceQuery['context']): Record<string, string> {
  const { needs, uses } = options;
  const names = uses === 'all' ? Object.keys(context) : [...needs, ...uses];
  const given = Object.create(null) as Record<string, string>;
  for (const name of names) {
    const value = Object.hasOwn(context, name) ? context[name] : undefined;
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** How an answer that stands in for a failed load is marked. */
export function degradedBy(error: unknown): Degraded {
  return error instanceof CompletionsError && error.code === 'source-timeout' ? 'timeout' : 'source-error';
}

function unusableCandidates(slot: Slot, count: number): CompletionsError {
  return new CompletionsError(
    'invalid-result',
    `${describeSlot(slot)}: ${count} of the candidates ${count === 1 ? 'is' : 'are'} neither text nor an object with a value, and ${count === 1 ? 'was' : 'were'} left out`,
  );
}

function nothingReturned(slot: Slot): CompletionsError {
  return new CompletionsError(
    'invalid-result',
    `${describeSlot(slot)}: the completer returned undefined, which is taken for an empty list; is a \`return\` missing? For nothing to suggest return []`,
  );
}
