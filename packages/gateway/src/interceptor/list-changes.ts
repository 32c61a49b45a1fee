import type { JsonRpcNotification } from '@mcp-typeahead/protocol';
import type { ListKind } from '../engine/peer.js';
import { asObject } from '../json-object.js';

const kinds = ['prompts', 'resources', 'tools'] as const;

/** Which of the upstream's lists a notification says has changed. */
export function changedList(method: string): ListKind | undefined {
  if (method === 'notifications/prompts/list_changed') return 'prompts';
  return method === 'notifications/resources/list_changed' ? 'resources' : undefined;
}

/** One `list_changed` for every kind of list that an upstream has after a restart, or had before. */
export function listChangesAfter(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>> | undefined,
): JsonRpcNotification[] {
  return kinds
    .filter((kind) => asObject(before?.[kind]) !== undefined || asObject(after?.[kind]) !== undefined)
    .map((kind) => ({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` }));
}
