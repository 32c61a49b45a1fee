import { extensionKey, type Era } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

/**
 * The upstream's result of `initialize` or `server/discover` as the client shall see it: `completions` is
 * declared where the upstream has prompts or resources (empty lists are legal, so the promise holds), and our
 * extension with it. What the upstream declares itself, and every key that nobody here knows, stays as it is.
 */
export function toClientHandshake(result: unknown, era: Era): unknown {
  const object = asObject(result);
  const capabilities = asObject(object?.['capabilities']);
  if (object === undefined || capabilities === undefined || !canBeCompleted(capabilities)) return result;
  const holder = era === 'modern' ? 'extensions' : 'experimental';
  const declared = asObject(capabilities[holder]);
  return {
    ...object,
    capabilities: {
      ...capabilities,
      completions: asObject(capabilities['completions']) ?? {},
      [holder]: { ...declared, [extensionKey]: asObject(declared?.[extensionKey]) ?? {} },
    },
  };
}

/** Whether the upstream has anything that an argument could belong to. */
export function canBeCompleted(capabilities: Readonly<Record<string, unknown>>): boolean {
  return asObject(capabilities['prompts']) !== undefined || asObject(capabilities['resources']) !== undefined;
}

/** Whether the upstream answers `completion/complete` itself. */
export function completesItself(capabilities: Readonly<Record<string, unknown>>): boolean {
  return asObject(capabilities['completions']) !== undefined;
}
