import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { parseJson } from './exact-json.js';

export interface ParsedText {
  /** In order. A batch (2025-03-26 allowed them) gives several. */
  messages: JsonRpcMessage[];
  /** The text, or a part of a batch, was not JSON-RPC. */
  hasJunk: boolean;
}

/** Reads a line, a body or an event. Never throws: what is not JSON-RPC 2.0 is junk. */
export function parseMessages(text: string): ParsedText {
  let value: unknown;
  try {
    // Some Windows programs open their output with a byte order mark.
    value = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return { messages: [], hasJunk: true };
  }
  if (!Array.isArray(value)) {
    return isMessage(value) ? { messages: [value], hasJunk: false } : { messages: [], hasJunk: true };
  }
  const messages = value.filter(isMessage);
  return { messages, hasJunk: value.length === 0 || messages.length < value.length };
}

/**
 * The shape only. An error may come without an id, or with null, where the peer could not read the
 * request (JSON-RPC 2.0 section 5; MCP 2025-11-25 schema, JSONRPCErrorResponse).
 */
function isMessage(value: unknown): value is JsonRpcMessage {
  if (typeof value !== 'object' || value === null) return false;
  const message = value as Record<string, unknown>;
  if (message['jsonrpc'] !== '2.0') return false;
  const { id } = message;
  const hasId = typeof id === 'string' || typeof id === 'number';
  if ('method' in message) return typeof message['method'] === 'string' && (hasId || id === undefined);
  if ('result' in message) return hasId;
  const { error } = message;
  return typeof error === 'object' && error !== null && (hasId || id === null || id === undefined);
}
