import type { Limits } from '@mcp-typeahead/protocol';
import type { Completions, createFixedAccess, RateLimits } from '@mcp-typeahead/server';
import type { ConfiguredNames } from './name-review.js';

/** How long things may take, in milliseconds. */
export interface EngineSettings {
  /** The upstream's answer to a completion that nobody else can answer; then `-32603`. @default 10000 */
  relayDeadlineMs: number;
  /** The upstream's answer where ours is ready to stand in. @default 2000 */
  mergeDeadlineMs: number;
  /** The upstream's lists, before a configured completer answers without them. @default 250 */
  catalogWaitMs: number;
}

/** What the configuration says of completions. */
export interface Configured {
  /** Undefined where none is configured. */
  completions: Completions | undefined;
  /** What `completions` were made for, to compare with the upstream's lists. */
  names?: ConfiguredNames;
  /** How large the parts of a request may be. @default those of the protocol package */
  limits?: Readonly<Partial<Limits>>;
  /** How often may be asked, whoever answers. @default as often as one likes */
  rates?: RateLimits;
  /** Who may have which prompt or resource. @default everybody, everything */
  access?: ReturnType<typeof createFixedAccess> | undefined;
  /** Values must be chosen by who asks: what the upstream answers is left out. @default false */
  isPerCaller?: boolean;
}

/** What answers completions at a route: shared by its conversations and replaced as a whole on reload. */
export interface Engine extends Readonly<Omit<Configured, 'names' | 'rates'>> {
  readonly rates: RateLimits;
  readonly names: ConfiguredNames | undefined;
  readonly settings: EngineSettings;
  replace(configured: Configured): void;
}

export const defaultEngineSettings: Readonly<EngineSettings> = {
  relayDeadlineMs: 10_000,
  mergeDeadlineMs: 2_000,
  catalogWaitMs: 250,
};

const unlimited: RateLimits = { takeForCaller: async () => {}, takeForArgument: async () => {} };

export function createEngine(configured: Configured, settings: Partial<EngineSettings> = {}): Engine {
  let current = configured;
  return {
    get completions() {
      return current.completions;
    },
    get names() {
      return current.names;
    },
    get limits() {
      return current.limits ?? {};
    },
    get access() {
      return current.access;
    },
    get isPerCaller() {
      return current.isPerCaller ?? false;
    },
    get rates() {
      return current.rates ?? unlimited;
    },
    settings: { ...defaultEngineSettings, ...settings },
    replace(next) {
      current = next;
    },
  };
}
