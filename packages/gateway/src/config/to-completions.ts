import {
  createCompletions,
  isAllowedByFixed,
  type Completer,
  type CompleterOptions,
  type Completions,
  type CompletionsOptions,
  type FixedRule,
} from '@mcp-typeahead/server';
import type { CompletionsConfig, ConfiguredCandidate, SlotConfig, SlotOptions } from './gateway-config.js';
import { createReadingsLoader } from './load-readings.js';
import { slotCompleter, type OnSourceError } from './slot-completer.js';

/** Options of `createCompletions` but for what the configuration says. */
export interface ToCompletionsOptions extends Omit<CompletionsOptions, 'prompts' | 'resources'> {
  /** A file changed and cannot be used; its last good values stay. */
  onSourceError?: OnSourceError;
  /** Whoever asks sees every value. @default false */
  showsAll?: boolean;
}

/** Who may see which value; undefined where nothing is said of it. */
function visibleOf(slot: SlotConfig): CompleterOptions['visible'] {
  const { visibleTo = 'allow' } = slot.options;
  const rules = slot.kind === 'values' ? rulesOf(slot.values) : new Map<string, FixedRule>();
  if (visibleTo === 'allow' && rules.size === 0) return undefined;
  return ({ value }, principal) =>
    isAllowedByFixed(visibleTo, principal) && isAllowedByFixed(rules.get(value) ?? 'allow', principal);
}

/** Of a value that stands there twice the first counts, as it does in the list. */
function rulesOf(values: readonly (string | ConfiguredCandidate)[]): ReadonlyMap<string, FixedRule> {
  const rules = new Map<string, FixedRule>();
  for (const candidate of values.toReversed()) {
    const { value, visibleTo }: ConfiguredCandidate =
      typeof candidate === 'string' ? { value: candidate } : candidate;
    if (visibleTo === undefined) rules.delete(value);
    else rules.set(value, visibleTo);
  }
  return rules;
}

/** Makes the completers of a configuration. Files that are not loaded yet are read when first asked for. */
export function toCompletions(config: CompletionsConfig, options: ToCompletionsOptions = {}): Completions {
  const { onSourceError, showsAll = false, ...others } = options;
  const toVisible = (slot: SlotConfig): Pick<CompleterOptions, 'visible'> => {
    const visible = showsAll ? undefined : visibleOf(slot);
    return visible === undefined ? {} : { visible };
  };
  const readingsOf = createReadingsLoader();
  const toOptions = ({
    readings = config.readings ?? [],
    visibleTo: _visibleTo,
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
            slotCompleter(slot, { ...toOptions(slot.options), ...toVisible(slot) }, onSourceError),
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
