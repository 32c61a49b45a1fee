import {
  createCompletions,
  type Completer,
  type CompleterOptions,
  type Completions,
  type CompletionsOptions,
} from '@mcp-typeahead/server';
import type { CompletionsConfig, SlotOptions } from './gateway-config.js';
import { createReadingsLoader } from './load-readings.js';
import { slotCompleter, type OnSourceError } from './slot-completer.js';

/** Options of `createCompletions` but for what the configuration says. */
export interface ToCompletionsOptions extends Omit<CompletionsOptions, 'prompts' | 'resources'> {
  /** A file changed and cannot be used; its last good values stay. */
  onSourceError?: OnSourceError;
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
            slotCompleter(slot, toOptions(slot.options), onSourceError),
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
