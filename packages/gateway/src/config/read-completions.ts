import { normalizeTemplate, parseUriTemplate } from '@mcp-typeahead/protocol';
import { didYouMean } from './did-you-mean.js';
import type { DocumentReader, Entry, Item } from './document-reader.js';
import type { CompletionsConfig, SlotConfig } from './gateway-config.js';
import { readReadings } from './read-readings.js';
import { readSlot } from './read-slot.js';

export const noCompletions: CompletionsConfig = { prompts: new Map(), resources: new Map() };

type Slots = ReadonlyMap<string, SlotConfig>;

/** Reads `{prompts: {NAME: {ARGUMENT: …}}, resources: {TEMPLATE: {VARIABLE: …}}, readings: […]}`. */
export function readCompletions(reader: DocumentReader, item: Item, file: string): CompletionsConfig {
  const expected = 'a mapping with "prompts", "resources" or "readings"';
  const fields = reader.fields(item, expected, ['prompts', 'resources', 'readings']);
  const promptsItem = fields?.get('prompts');
  const resourcesItem = fields?.get('resources');
  const readingsItem = fields?.get('readings');
  return {
    ...(readingsItem && { readings: readReadings(reader, readingsItem) }),
    prompts: promptsItem ? readPrompts(reader, promptsItem, file) : noCompletions.prompts,
    resources: resourcesItem ? readResources(reader, resourcesItem, file) : noCompletions.resources,
  };
}

function readPrompts(reader: DocumentReader, item: Item, file: string): ReadonlyMap<string, Slots> {
  const prompts = new Map<string, Slots>();
  for (const prompt of reader.mapping(item, 'a mapping of prompt names') ?? []) {
    const entries = reader.mapping(prompt, 'a mapping of argument names') ?? [];
    prompts.set(prompt.key, readSlots(reader, entries, { file, template: undefined }));
  }
  return prompts;
}

function readResources(reader: DocumentReader, item: Item, file: string): ReadonlyMap<string, Slots> {
  const resources = new Map<string, Slots>();
  const spellings = new Map<string, string>();
  for (const resource of reader.mapping(item, 'a mapping of URI templates') ?? []) {
    const variables = readVariables(reader, resource);
    const entries = reader.mapping(resource, 'a mapping of variable names') ?? [];
    if (variables !== undefined) {
      checkVariables(reader, entries, variables);
      const normal = normalizeTemplate(resource.key);
      if (spellings.has(normal)) {
        reader.problem(
          'duplicate-key',
          resource.keyOffset,
          'this URI template stands above in another spelling',
        );
      }
      spellings.set(normal, resource.key);
    }
    resources.set(resource.key, readSlots(reader, entries, { file, template: resource.key }));
  }
  return resources;
}

function readSlots(
  reader: DocumentReader,
  entries: readonly Entry[],
  { file, template }: { file: string; template: string | undefined },
): Slots {
  const slots = new Map<string, SlotConfig>();
  for (const entry of entries) {
    const place = template === undefined ? undefined : { template, variable: entry.key };
    const slot = readSlot(reader, entry, { file, place });
    if (slot !== undefined) slots.set(entry.key, slot);
  }
  return slots;
}

function readVariables(reader: DocumentReader, { key, keyOffset }: Entry): readonly string[] | undefined {
  try {
    // `{user-id}` is not RFC 6570, but servers list such templates, and this one has to name theirs.
    return parseUriTemplate(key, { allowHyphens: true }).variables;
  } catch (error) {
    const { message, position } = error as { message: string; position?: number };
    const at = position === undefined ? keyOffset : reader.offsetInKey(keyOffset, key, position);
    reader.problem('invalid-template', at, `not a URI template (RFC 6570): ${message}`);
    return undefined;
  }
}

function checkVariables(
  reader: DocumentReader,
  entries: readonly Entry[],
  variables: readonly string[],
): void {
  for (const { key, keyOffset } of entries) {
    if (variables.includes(key)) continue;
    const near = didYouMean(key, variables);
    const hint =
      near !== undefined
        ? `did you mean "${near}"?`
        : variables.length === 0
          ? 'it has none'
          : `it has: ${variables.join(', ')}`;
    reader.problem('unknown-key', keyOffset, `the template has no variable ${JSON.stringify(key)}; ${hint}`);
  }
}
