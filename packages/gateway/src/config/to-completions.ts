import {
  completer,
  createCompletions,
  values,
  type Completer,
  type CompleterOptions,
  type Completions,
  type CompletionsOptions,
} from '@mcp-typeahead/server';
import { fileSource, type SourceError } from '@mcp-typeahead/sources';
import type { CompletionsConfig, SlotConfig, SlotOptions } from './gateway-config.js';
import { createReadingsLoader } from './load-readings.js';

/** Options of `createCompletions` but for what the configuration says. */
export interface ToCompletionsOptions extends Omit<CompletionsOptions, 'prompts' | 'resources'> {
  /** A file changed and cannot be used; its last good values stay. */
  onSourceError?: (error: SourceError) => void;
}

/** Makes the completers of a configuration. Files that are not loaded yet are read when first asked for. */
export function toCompletions(config: CompletionsConfig, options: ToCompletionsOptions = {}): Completions {
  const { onSourceError, ...others } = options;
  const readingsOf = createReadingsLoader();
  const toOptions = ({
    readings = config.readings ?? [],
    ...slotOptions
  }: SlotOptions): CompleterOptions => ({
    ...slotOptions,
    ...(readings.length > 0 && { readings: readingsOf(readings) }),
  });
  const toRecord = (refs: CompletionsConfig['prompts']): Record<string, Record<string, Completer>> =>
    // `fromEntries` defines own properties, also for the name `__proto__`.
    Object.fromEntries(
      Array.from(refs, ([name, slots]) => [
        name,
        Object.fromEntries(
          Array.from(slots, ([argument, slot]) => [
            argument,
            toCompleter(slot, toOptions(slot.options), onSourceError),
          ]),
        ),
      ]),
    );
  return createCompletions({
    ...others,
    prompts: toRecord(config.prompts),
    resources: toRecord(config.resources),
  });
}

const fileOptions = {
  // A file says the same to everyone: one index serves all.
  cache: { shared: true },
  // A file that is missing is looked for at every request, which costs little.
  breaker: false,
  // The first request may come while a file of a million rows is read.
  timeoutMs: 30_000,
} as const;

function toCompleter(
  slot: SlotConfig,
  options: CompleterOptions,
  onError: ToCompletionsOptions['onSourceError'],
): Completer {
  if (slot.kind === 'values') return values(slot.values, options);
  const { loaded } = slot;
  const source = fileSource({ ...slot.source, ...(loaded && { loaded }), ...(onError && { onError }) });
  return completer(source, { ...options, ...fileOptions });
}
