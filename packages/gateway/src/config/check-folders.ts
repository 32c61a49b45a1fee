import { stat } from 'node:fs/promises';
import type { ConfigProblem } from './config-error.js';
import type { CompletionsConfig, GatewayConfig, SlotConfig } from './gateway-config.js';
import type { DirectorySlot } from './slot-config.js';

/** Tells which folders of a configuration there are not. */
export async function checkFolders(config: GatewayConfig): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  for (const slot of slotsOfConfig(config)) {
    if (slot.kind !== 'directory') continue;
    for (const [name, path] of foldersOf(slot)) {
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory() === true) continue;
      const message = `${name}: ${found === undefined ? 'no such folder' : 'not a folder'}`;
      problems.push({ code: 'bad-source', ...slot.position, message });
    }
  }
  return problems;
}

function foldersOf({ source: { root, name } }: DirectorySlot): readonly (readonly [string, string])[] {
  return typeof root === 'string' ? [[name ?? root, root]] : Object.entries(root);
}

/** Every slot of every upstream. */
export function* slotsOfConfig(config: GatewayConfig): Generator<SlotConfig> {
  const named = [...config.upstreams.values()].map((upstream) => upstream.completions);
  for (const completions of [config.completions, ...named]) yield* slotsOf(completions);
}

function* slotsOf({ prompts, resources }: CompletionsConfig): Generator<SlotConfig> {
  for (const slots of [...prompts.values(), ...resources.values()]) yield* slots.values();
}
