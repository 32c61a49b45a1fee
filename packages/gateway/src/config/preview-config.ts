import type { CompletionRef } from '@mcp-typeahead/protocol';
import { readCandidates } from '@mcp-typeahead/sources';
import type { CompletionsConfig, GatewayConfig, SlotConfig } from './gateway-config.js';
import { toCompletions } from './to-completions.js';

/** What the preview is asked with. */
export interface PreviewOptions {
  /** What is typed. @default '' */
  value?: string;
}

/** What one argument of a configuration would be completed with. */
export interface SlotPreview {
  /** Name of the upstream, where there are several. */
  readonly upstream: string | undefined;
  readonly ref: CompletionRef;
  readonly argument: string;
  readonly slot: SlotConfig;
  /** How many values there are in all, not only those that match. */
  readonly size: number;
  /** The answer to the typed text, at most 100; the arguments that the slot `needs` count as filled in. */
  readonly values: readonly string[];
  /** How many match. Undefined where it is not told: sensitive lists have no total. */
  readonly total: number | undefined;
}

/** Asks a configuration for every argument that it completes, as a client would. */
export async function previewConfig(
  config: GatewayConfig,
  options: PreviewOptions = {},
): Promise<SlotPreview[]> {
  const previews = await previewCompletions(config.completions, undefined, options);
  for (const [name, { completions }] of config.upstreams) {
    previews.push(...(await previewCompletions(completions, name, options)));
  }
  return previews;
}

async function previewCompletions(
  config: CompletionsConfig,
  upstream: string | undefined,
  { value = '' }: PreviewOptions,
): Promise<SlotPreview[]> {
  // No client asks here: a configuration of any size is gone through at once.
  const completions = toCompletions(config, { policy: { rates: { perPrincipal: false, global: false } } });
  const previews: SlotPreview[] = [];
  for (const { ref, argument, slot } of slotsOf(config)) {
    // The content of a context argument changes nothing here: it is only whether it is there that counts.
    const filled = Object.fromEntries((slot.options.needs ?? []).map((name) => [name, 'filled in']));
    const { completion } = await completions.complete({
      params: { ref, argument: { name: argument, value }, context: { arguments: filled } },
      era: 'legacy',
    });
    const size =
      slot.kind === 'values'
        ? slot.values.length
        : (slot.loaded?.candidates ?? (await readCandidates(slot.source))).length;
    previews.push({
      upstream,
      ref,
      argument,
      slot,
      size,
      values: completion.values,
      total: completion.total,
    });
  }
  return previews;
}

function* slotsOf({
  prompts,
  resources,
}: CompletionsConfig): Generator<Pick<SlotPreview, 'ref' | 'argument' | 'slot'>> {
  for (const [name, slots] of prompts) {
    for (const [argument, slot] of slots) yield { ref: { type: 'ref/prompt', name }, argument, slot };
  }
  for (const [uri, slots] of resources) {
    for (const [argument, slot] of slots) yield { ref: { type: 'ref/resource', uri }, argument, slot };
  }
}
