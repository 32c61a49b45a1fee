import { parseUriTemplate } from '@mcp-typeahead/protocol';
import type { AccessConditions, FixedRule } from '@mcp-typeahead/server';
import type { DocumentReader, Entry, Item } from './document-reader.js';
import type { AccessConfig } from './gateway-config.js';
import { readNames } from './read-names.js';

const words = ['allow', 'deny', 'known'] as const;
const conditionKeys = ['scopes', 'groups', 'users'] as const;

/** Reads `access`: who may have which prompt or resource. */
export function readAccess(reader: DocumentReader, item: Item): AccessConfig {
  const keys = ['default', 'prompts', 'resources', 'perCaller'] as const;
  const fields = reader.fields(item, `a mapping of: ${keys.join(', ')}`, keys);
  const defaultItem = fields?.get('default');
  const promptsItem = fields?.get('prompts');
  const resourcesItem = fields?.get('resources');
  const perCallerItem = fields?.get('perCaller');
  const perCaller = perCallerItem && reader.boolean(perCallerItem);
  const otherwise = defaultItem && readRule(reader, defaultItem);
  return {
    ...(perCaller !== undefined && { perCaller }),
    ...(otherwise !== undefined && { default: otherwise }),
    ...(promptsItem && { prompts: readRules(reader, promptsItem, 'a mapping of prompt names') }),
    ...(resourcesItem && {
      resources: readRules(reader, resourcesItem, 'a mapping of URI templates', (entry) =>
        checkTemplate(reader, entry),
      ),
    }),
  };
}

function readRules(
  reader: DocumentReader,
  item: Item,
  expected: string,
  check: (entry: Entry) => void = () => {},
): Record<string, FixedRule> {
  const rules: [string, FixedRule][] = [];
  for (const entry of reader.mapping(item, expected) ?? []) {
    check(entry);
    const rule = readRule(reader, entry);
    if (rule !== undefined) rules.push([entry.key, rule]);
  }
  // `fromEntries` defines own properties, also for the name `__proto__`.
  return Object.fromEntries(rules);
}

/** `allow`, `deny`, `known`, or a mapping of conditions. */
export function readRule(reader: DocumentReader, item: Item): FixedRule | undefined {
  const expected = '"allow", "deny", "known", or a mapping with "groups", "scopes" or "users"';
  if (reader.isMapping(item)) return readConditions(reader, item, expected);
  const text = reader.text(item, expected);
  const word = words.find((known) => known === text);
  if (text !== undefined && word === undefined) {
    reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return word;
}

function readConditions(reader: DocumentReader, item: Item, expected: string): AccessConditions | undefined {
  const fields = reader.fields(item, expected, conditionKeys);
  if (fields?.size === 0) reader.problem('missing-key', item.offset, `expected ${expected}`);
  const conditions: AccessConditions = {};
  for (const key of conditionKeys) {
    const entry = fields?.get(key);
    if (entry !== undefined) conditions[key] = readNames(reader, entry, 'a name');
  }
  return conditions;
}

function checkTemplate(reader: DocumentReader, { key, keyOffset }: Entry): void {
  try {
    parseUriTemplate(key, { allowHyphens: true });
  } catch (error) {
    const { message } = error as { message: string };
    reader.problem('invalid-template', keyOffset, `not a URI template (RFC 6570): ${message}`);
  }
}
