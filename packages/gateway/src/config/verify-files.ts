import { readCandidates, type SourceError } from '@mcp-typeahead/sources';
import type { ConfigProblem } from './config-error.js';
import type { CompletionsConfig, FileSlot, GatewayConfig } from './gateway-config.js';

/** Reads every file that a configuration names; tells for which slots that is not possible, and why. */
export async function verifyFiles(config: GatewayConfig): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  for (const slot of fileSlots(config)) {
    // One after another: several large files at once would multiply the peak of memory.
    const error = await readCandidates(slot.source).then(
      () => undefined,
      (cause: SourceError) => cause,
    );
    if (error !== undefined) problems.push({ code: 'bad-source', ...slot.position, message: error.message });
  }
  return problems;
}

function* fileSlots(config: GatewayConfig): Generator<FileSlot> {
  const named = [...config.upstreams.values()].map((upstream) => upstream.completions);
  for (const completions of [config.completions, ...named]) yield* slotsOf(completions);
}

function* slotsOf({ prompts, resources }: CompletionsConfig): Generator<FileSlot> {
  for (const slots of [...prompts.values(), ...resources.values()]) {
    for (const slot of slots.values()) if (slot.kind === 'file') yield slot;
  }
}
