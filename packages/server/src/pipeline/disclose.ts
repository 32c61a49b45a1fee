import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Clock } from '../clock.js';
import type { SensitiveOptions } from '../completer/completer-options.js';
import type { RankedMatch } from './rank.js';

/** At most so many distinct values in a window of time. */
export interface DisclosureBudget {
  maxValues: number;
  windowMs: number;
}

/** Remembers which values a principal has been shown. */
export interface Disclosure {
  /** Of `values`, in order: those shown before in this window, and as many new ones as the budget still has. */
  admit(
    key: string,
    values: readonly string[],
    budget: DisclosureBudget,
  ): readonly string[] | Promise<readonly string[]>;
}

interface Window {
  endsAt: number;
  shown: Set<string>;
}

/** In this process. Forgets the window that began longest ago beyond `maxWindows`. */
export class MemoryDisclosure implements Disclosure {
  readonly #clock: Clock;
  readonly #maxWindows: number;
  readonly #windows: Map<string, Window> = new Map();

  /** @param maxWindows default 10_000 */
  constructor(clock: Clock, maxWindows = 10_000) {
    this.#clock = clock;
    this.#maxWindows = maxWindows;
  }

  admit(
    key: string,
    values: readonly string[],
    { maxValues, windowMs }: DisclosureBudget,
  ): readonly string[] {
    const { shown } = this.#window(key, windowMs);
    return values.filter((value) => {
      if (shown.has(value)) return true;
      if (shown.size >= maxValues) return false;
      shown.add(value);
      return true;
    });
  }

  #window(key: string, windowMs: number): Window {
    const now = this.#clock.now();
    const found = this.#windows.get(key);
    if (found !== undefined && now < found.endsAt) return found;
    const window = { endsAt: now + windowMs, shown: new Set<string>() };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > this.#maxWindows && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}

type Sensitive = Readonly<Required<SensitiveOptions>>;

/** Whether a sensitive completer stays silent because too little is typed. Asked before the source is. */
export function isTooShort(sensitive: Sensitive | false, typed: string): boolean {
  return sensitive !== false && typed.length < sensitive.minLength;
}

/** What a sensitive completer lets ranking consider: values that begin with the text, nothing fuzzy. */
export function startsWithTyped(typed: string): (candidate: CandidateInput) => boolean {
  const start = typed.toLowerCase();
  return (candidate) => valueOf(candidate).toLowerCase().startsWith(start);
}

interface DiscloseRequest {
  disclosure: Disclosure;
  sensitive: Sensitive;
  /** Whose budget. */
  subject: string;
  /** Name of the budget. */
  budget: string;
  matches: readonly RankedMatch[];
}

/** Stage 8: of the matches, those that the principal's budget allows. */
export async function discloseWithin(request: DiscloseRequest): Promise<readonly RankedMatch[]> {
  const { disclosure, sensitive, subject, budget, matches } = request;
  const values = matches.map(({ candidate }) => valueOf(candidate));
  const key = JSON.stringify([budget, subject]);
  const admitted = new Set(await disclosure.admit(key, values, sensitive));
  return (
    matches
      .filter(({ candidate }) => admitted.has(valueOf(candidate)))
      // How they came to their places would tell of their other names.
      .map(({ candidate, ranges }) => ({ candidate, ranges }))
  );
}

function valueOf(candidate: CandidateInput): string {
  return typeof candidate === 'string' ? candidate : candidate.value;
}
