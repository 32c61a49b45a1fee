import { completer, values, type Completer, type CompleterOptions } from '@mcp-typeahead/server';
import {
  directorySource,
  fileSource,
  httpSource,
  mcpResourceSource,
  mcpToolSource,
  type SourceError,
} from '@mcp-typeahead/sources';
import type { SlotConfig } from './gateway-config.js';
import type { FileSlot, HttpSlot, McpSlot, WaitConfig } from './slot-config.js';
import { callerOf } from './upstream-session.js';

/** A file changed and cannot be used; its last good values stay. */
export type OnSourceError = (error: SourceError) => void;

/** Makes the completer of a slot. Nothing is read or asked before somebody completes. */
export function slotCompleter(
  slot: SlotConfig,
  options: CompleterOptions,
  onError: OnSourceError | undefined,
): Completer {
  if (slot.kind === 'values') return values(slot.values, options);
  if (slot.kind === 'file') return fileCompleter(slot, options, onError);
  // What was seen of a folder is known until it changes: by the source, which looks.
  if (slot.kind === 'directory') return completer(directorySource(slot.source), { ...options, cache: false });
  return slot.kind === 'http' ? httpCompleter(slot, options) : mcpCompleter(slot, options);
}

const fileOptions = {
  // A file says the same to everyone: one index serves all.
  cache: { shared: true },
  // A file that is missing is looked for at every request, which costs little.
  breaker: false,
  // The first request may come while a file of a million rows is read.
  timeoutMs: 30_000,
} as const;

function fileCompleter(
  { source, loaded }: FileSlot,
  options: CompleterOptions,
  onError: OnSourceError | undefined,
): Completer {
  const file = fileSource({ ...source, ...(loaded && { loaded }), ...(onError && { onError }) });
  return completer(file, { ...options, ...fileOptions });
}

function httpCompleter({ source, wait }: HttpSlot, options: CompleterOptions): Completer {
  const { ttlMs } = wait;
  const http = httpSource({ ...source, ...(ttlMs !== undefined && { ttlMs }) });
  const needs = [...new Set([...http.needs, ...(options.needs ?? [])])];
  // It is asked in the gateway's own name: it says the same to everyone.
  return completer(http, { ...options, needs, ...waiting(wait, { shared: true }) });
}

function mcpCompleter({ source, wait }: McpSlot, options: CompleterOptions): Completer {
  // One client's view of the upstream is not another's: the cache is private.
  const kept = waiting(wait, { shared: false });
  if (source.kind === 'resources') {
    const resources = mcpResourceSource({ ...source, caller: callerOf });
    return completer(resources, { ...options, uses: resources.uses, ...kept });
  }
  const tool = mcpToolSource({ ...source, caller: callerOf });
  const needs = [...new Set([...tool.needs, ...(options.needs ?? [])])];
  return completer(tool, { ...options, needs, ...kept });
}

/** Values that are some minutes old serve a person better than none, while a server is being restarted. */
const defaultStaleMs = 600_000;

function waiting(
  { timeoutMs, ttlMs, staleMs = defaultStaleMs }: WaitConfig,
  { shared }: { shared: boolean },
): Pick<CompleterOptions, 'timeoutMs' | 'cache'> {
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    cache: { shared, staleMs, ...(ttlMs !== undefined && { ttlMs }) },
  };
}
