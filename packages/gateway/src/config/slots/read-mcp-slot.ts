import { mcpResourceSource, mcpToolSource, type McpCaller, type SourceError } from '@mcp-typeahead/sources';
import type { DocumentReader, Entry, Item } from '../document-reader.js';
import type { McpSlotSource } from '../slot-config.js';
import { columnKeys, readColumns } from './read-columns.js';
import { readFilled } from './read-filled.js';
import { readPointer } from './read-pointer.js';
import { readWait, waitKeys } from './read-wait.js';
import type { SlotReader, SlotText } from './slot-reader.js';

/** `{ mcp: resources }`, `{ mcp: { resources: TEMPLATE, variable: NAME } }` or `{ mcp: { tool: NAME, … }, … }` */
export const mcpSlots: SlotReader = {
  keys: [...columnKeys, 'pointer', ...waitKeys],
  read(text) {
    const { reader, fields, options, position } = text;
    const source = reader.isMapping(text.entry) ? readSource(text) : readShort(text);
    const wait = readWait(reader, fields);
    if (source === undefined) return undefined;
    if (source.kind === 'resources') refuseColumns(text);
    return isUsable(text, source) ? { kind: 'mcp', source, wait, options, position } : undefined;
  },
};

function readShort({ reader, entry, place }: SlotText): McpSlotSource | undefined {
  const expected = 'a mapping with "resources" or "tool"';
  const word = reader.text(entry, expected);
  if (word === undefined) return undefined;
  if (word === 'resources' && place !== undefined) return { kind: 'resources', ...place };
  const hint = place === undefined ? '' : ', or "resources" for those of this template';
  reader.problem('bad-value', entry.offset, `expected ${expected}${hint}`);
  return undefined;
}

function readSource(text: SlotText): McpSlotSource | undefined {
  const { reader, entry } = text;
  const expected = 'a mapping with "resources" or "tool"';
  const keys = ['resources', 'variable', 'tool', 'arguments'] as const;
  const fields = reader.fields(entry, expected, keys);
  const resources = fields?.get('resources');
  const tool = fields?.get('tool');
  if ((resources === undefined) === (tool === undefined)) {
    if (fields !== undefined)
      reader.problem('missing-key', entry.offset, 'expected either "resources" or "tool"');
    return undefined;
  }
  for (const [key, owner] of [
    ['variable', 'resources'],
    ['arguments', 'tool'],
  ] as const) {
    const item = fields?.get(key);
    if (item === undefined || fields?.has(owner) === true) continue;
    reader.problem('bad-value', item.keyOffset, `"${key}" goes with "${owner}" only`);
  }
  if (tool !== undefined) return readTool(text, tool, fields?.get('arguments'));
  return resources && readResources(text, resources, fields?.get('variable'));
}

function readResources(
  { reader, place }: SlotText,
  item: Entry,
  named: Entry | undefined,
): McpSlotSource | undefined {
  const template = readFilled(reader, item, 'a URI template');
  const variable =
    named === undefined ? place?.variable : readFilled(reader, named, 'the name of a variable');
  if (named === undefined && variable === undefined) {
    reader.problem('missing-key', item.offset, 'expected "variable" beside it: whose values are wanted');
  }
  return template === undefined || variable === undefined
    ? undefined
    : { kind: 'resources', template, variable };
}

function readTool(
  { reader, fields }: SlotText,
  item: Entry,
  given: Entry | undefined,
): McpSlotSource | undefined {
  const tool = readFilled(reader, item, 'the name of a tool');
  const filled = given === undefined ? {} : readArguments(reader, given);
  const pointerItem = fields.get('pointer');
  const pointer = pointerItem && readPointer(reader, pointerItem);
  if (tool === undefined || filled === undefined) return undefined;
  return {
    kind: 'tool',
    tool,
    arguments: filled,
    ...readColumns(reader, fields),
    ...(pointer !== undefined && { pointer }),
  };
}

function readArguments(reader: DocumentReader, given: Entry): Record<string, unknown> | undefined {
  const entries = reader.mapping(given, 'a mapping of argument names to values');
  return entries && Object.fromEntries(entries.map((entry) => [entry.key, readJson(reader, entry)]));
}

/** Anything that JSON has. */
function readJson(reader: DocumentReader, item: Item): unknown {
  if (reader.isList(item)) return reader.list(item, 'a list')?.map((member) => readJson(reader, member));
  if (!reader.isMapping(item)) return reader.scalar(item, 'a text, a number, true, false or null');
  const entries = reader.mapping(item, 'a mapping') ?? [];
  return Object.fromEntries(entries.map((entry) => [entry.key, readJson(reader, entry)]));
}

function refuseColumns({ reader, fields }: SlotText): void {
  for (const key of [...columnKeys, 'pointer']) {
    const item = fields.get(key);
    if (item !== undefined) reader.problem('bad-value', item.keyOffset, `"${key}" goes with a tool only`);
  }
}

const nobody: McpCaller = { request: () => Promise.reject(new Error('not connected')) };

function isUsable({ reader, entry }: SlotText, source: McpSlotSource): boolean {
  try {
    if (source.kind === 'resources') mcpResourceSource({ ...source, caller: nobody });
    else mcpToolSource({ ...source, caller: nobody });
    return true;
  } catch (error) {
    const { message } = error as SourceError;
    reader.problem('bad-value', entry.offset, message);
    return false;
  }
}
