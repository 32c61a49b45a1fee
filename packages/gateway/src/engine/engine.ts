import type { Completions } from '@mcp-typeahead/server';

/** How long things may take, in milliseconds. */
export interface EngineSettings {
  /** The upstream's answer to a completion that nobody else can answer; then `-32603`. @default 10000 */
  relayDeadlineMs: number;
  /** The upstream's answer where ours is ready to stand in. @default 2000 */
  mergeDeadlineMs: number;
  /** The upstream's lists, before a configured completer answers without them. @default 250 */
  catalogWaitMs: number;
}

/** What answers completions at a route: shared by its conversations and replaced as a whole on reload. */
export interface Engine {
  /** Completers from the configuration; undefined where none is configured. */
  readonly completions: Completions | undefined;
  readonly settings: EngineSettings;
  replace(completions: Completions | undefined): void;
}

export const defaultEngineSettings: Readonly<EngineSettings> = {
  relayDeadlineMs: 10_000,
  mergeDeadlineMs: 2_000,
  catalogWaitMs: 250,
};

export function createEngine(
  completions: Completions | undefined,
  settings: Partial<EngineSettings> = {},
): Engine {
  let current = completions;
  return {
    get completions() {
      return current;
    },
    settings: { ...defaultEngineSettings, ...settings },
    replace(next) {
      current = next;
    },
  };
}
