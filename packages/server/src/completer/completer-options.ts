import type { Candidate } from '@mcp-typeahead/rank';
import { CompletionsError } from '../completions-error.js';
import { fillDefaults } from '../fill-defaults.js';
import type { Principal } from '../principal.js';
import type { LazyReadings, Readings } from './readings.js';
import { readingsDefect } from './readings.js';

/** How long answers are kept, and for whom. */
export interface CacheOptions {
  /** How long an answer is fresh. @default 10_000 */
  ttlMs?: number;
  /** How long after that it is still served at once, while one refresh runs. @default 60_000 */
  staleMs?: number;
  /** One cache for all principals. The source then never sees the principal. @default false */
  shared?: boolean;
}

/** How much a sensitive completer tells. */
export interface SensitiveOptions {
  /** Shortest typed text that is answered. @default 3 */
  minLength?: number;
  /** Most distinct values that one principal is shown in a window. @default 50 */
  maxValues?: number;
  /** @default 3_600_000 */
  windowMs?: number;
}

/** When a failing source is left alone. */
export interface BreakerOptions {
  /** Failures in a row after which the source is left alone. @default 5 */
  failures?: number;
  /** For how long. Then one call tries again. @default 10_000 */
  resetMs?: number;
}

/** Options that every completer has. */
export interface CompleterOptions {
  /** Context arguments without which there is nothing to suggest: the list is empty until all are there and none is `''`. */
  needs?: readonly string[];
  /** Context arguments that the source is given if they are there, also where they are `''`. `'all'`: every one. */
  uses?: readonly string[] | 'all';
  /** @default 5_000 */
  timeoutMs?: number;
  /** `false` asks the source every time (callers at the same moment still share one call). */
  cache?: CacheOptions | false;
  /** The set is closed: other values are wrong. Advice for whoever checks values; completion itself ignores it. @default false */
  strict?: boolean;
  /** Minimum length, prefix matches only, no counts, a budget of values per principal. @default false */
  sensitive?: boolean | SensitiveOptions;
  /** The argument is a list: completes the part after the last separator. Values stay whole replacements. */
  separator?: string;
  /** For gateways: show the upstream's values too. @default false */
  merge?: boolean;
  /** The source has matched and ordered its answer: nothing is dropped or reordered. @default false */
  ranked?: boolean;
  /** Other spellings by which a candidate is found, such as pinyin: of its value, its title and its aliases. @default none */
  readings?: Readings | LazyReadings;
  /**
   * Weight of candidates that have none of their own: higher comes first among equals. Lets a list of plain strings carry how
   * popular they are. `position` counts from 0, duplicates left out.
   */
  weight?: (candidate: Candidate, position: number) => number;
  /** `false`: never leave a failing source alone. */
  breaker?: BreakerOptions | false;
  /** Which candidates a principal may see: those for which it returns `true`. Applied before anything is counted. */
  visible?: (candidate: Candidate, principal: Principal | undefined) => boolean;
}

/** `CompleterOptions` with every default filled in. */
export interface ResolvedCompleterOptions {
  readonly needs: readonly string[];
  readonly uses: readonly string[] | 'all';
  readonly timeoutMs: number;
  readonly cache: Readonly<Required<CacheOptions>> | false;
  readonly strict: boolean;
  readonly sensitive: Readonly<Required<SensitiveOptions>> | false;
  readonly separator: string | undefined;
  readonly merge: boolean;
  readonly ranked: boolean;
  readonly readings: CompleterOptions['readings'];
  readonly weight: CompleterOptions['weight'];
  readonly breaker: Readonly<Required<BreakerOptions>> | false;
  readonly visible: CompleterOptions['visible'];
}

/** Timers of JavaScript take a longer delay for none. */
const maxTimerMs = 2 ** 31 - 1;

const cacheDefaults: Required<CacheOptions> = { ttlMs: 10_000, staleMs: 60_000, shared: false };
const sensitiveDefaults: Required<SensitiveOptions> = { minLength: 3, maxValues: 50, windowMs: 3_600_000 };
const breakerDefaults: Required<BreakerOptions> = { failures: 5, resetMs: 10_000 };

/** @throws CompletionsError `invalid-option` for an option that there is not */
export function resolveCompleterOptions(options: CompleterOptions): ResolvedCompleterOptions {
  checkNames(options);
  const { cache, sensitive, breaker } = options;
  return {
    needs: toNames(options.needs),
    uses: options.uses === 'all' ? 'all' : toNames(options.uses),
    timeoutMs: Math.min(options.timeoutMs ?? 5_000, maxTimerMs),
    cache: cache === false ? false : fillDefaults(cacheDefaults, cache),
    strict: options.strict ?? false,
    sensitive:
      sensitive === true || typeof sensitive === 'object'
        ? fillDefaults(sensitiveDefaults, sensitive === true ? {} : sensitive)
        : false,
    separator: options.separator,
    merge: options.merge ?? false,
    ranked: options.ranked ?? false,
    readings: options.readings,
    weight: options.weight,
    breaker: breaker === false ? false : fillDefaults(breakerDefaults, breaker),
    visible: options.visible,
  };
}

const optionNames: Record<keyof CompleterOptions, true> = {
  needs: true,
  uses: true,
  timeoutMs: true,
  cache: true,
  strict: true,
  sensitive: true,
  separator: true,
  merge: true,
  ranked: true,
  readings: true,
  weight: true,
  breaker: true,
  visible: true,
};

/** JavaScript has no other way to learn of a misspelt name, which would be no option at all. */
function checkNames(options: CompleterOptions): void {
  checkKeys('the options of a completer', options, optionNames);
  const { cache, sensitive, breaker } = options;
  checkKeys('cache', cache, cacheDefaults);
  checkKeys('sensitive', sensitive, sensitiveDefaults);
  checkKeys('breaker', breaker, breakerDefaults);
}

function checkKeys(where: string, given: unknown, known: object): void {
  if (typeof given !== 'object' || given === null) return;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new CompletionsError(
    'invalid-option',
    `${where}: there is no ${JSON.stringify(unknown)}; there is: ${Object.keys(known).join(', ')}`,
  );
}

/** One name in the place of a list would otherwise be read letter by letter. */
function toNames(names: readonly string[] | string | undefined): readonly string[] {
  if (names === undefined) return [];
  return Array.isArray(names) ? [...(names as readonly string[])] : [names as string];
}

/** What is wrong with the options, in words for an error; undefined if nothing is. */
export function optionsDefect(options: ResolvedCompleterOptions): string | undefined {
  const numbers: Record<string, number> = {
    timeoutMs: options.timeoutMs,
    ...(options.cache === false
      ? {}
      : { 'cache.ttlMs': options.cache.ttlMs, 'cache.staleMs': options.cache.staleMs }),
    ...(options.sensitive === false ? {} : { ...options.sensitive }),
    ...(options.breaker === false ? {} : { ...options.breaker }),
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value !== 'number' || !(value >= 0)) return `${name} must be a number, 0 or more`;
  }
  const names = options.uses === 'all' ? options.needs : [...options.needs, ...options.uses];
  if (names.some((name) => typeof name !== 'string')) return 'needs and uses must be arrays of names';
  const { separator, visible, weight } = options;
  if (separator === '') return 'separator must not be empty';
  if (separator !== undefined && typeof separator !== 'string') return 'separator must be a string';
  if (visible !== undefined && typeof visible !== 'function') return 'visible must be a function';
  if (weight !== undefined && typeof weight !== 'function') return 'weight must be a function';
  return readingsDefect(options.readings);
}
