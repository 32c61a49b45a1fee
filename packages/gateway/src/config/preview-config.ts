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
  /** How many values there are in all, not only those that match. Undefined where that is not known without asking a server. */
  readonly size: number | undefined;
  /**
   * The answer to the typed text, at most 100; the arguments that the slot `needs` count as filled in. Empty where a server would
   * have to be asked.
   */
  readonly values: readonly string[];
  /** How many match. Undefined where it is not told: sensitive lists have no total. */
  readonly total: number | undefined;
}

/** Asks a configuration for every argument that it completes, as a client would. Asks no server. */
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
  const completions = toCompletions(config, {
    showsAll: true,
    policy: { rates: { perPrincipal: false, global: false } },
  });
  const previews: SlotPreview[] = [];
  for (const { ref, argument, slot } of slotsOf(config)) {
    if (isElsewhere(slot)) {
      previews.push({ upstream, ref, argument, slot, size: undefined, values: [], total: undefined });
      continue;
    }
    // The content of a context argument changes nothing here: it is only whether it is there that counts.
    const filled = Object.fromEntries((slot.options.needs ?? []).map((name) => [name, 'filled in']));
    const { completion } = await completions.complete({
      params: { ref, argument: { name: argument, value }, context: { arguments: filled } },
      era: 'legacy',
    });
    const { values, total } = completion;
    previews.push({ upstream, ref, argument, slot, size: await sizeOf(slot), values, total });
  }
  return previews;
}

/** Whether its values are somewhere else than on this machine. */
function isElsewhere({ kind }: SlotConfig): boolean {
  return kind === 'http' || kind === 'mcp';
}

async function sizeOf(slot: SlotConfig): Promise<number | undefined> {
  if (slot.kind === 'values') return slot.values.length;
  if (slot.kind !== 'file') return undefined;
  return (slot.loaded?.candidates ?? (await readCandidates(slot.source))).length;
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
