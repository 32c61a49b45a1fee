import { errorCodes, type JsonRpcMessage } from '@mcp-typeahead/protocol';
import { maxJsonDepth, parseJson } from './exact-json.js';
import { isDeeperThan } from './json-depth.js';

/** What a text turned out to hold. */
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
    return { messages: insteadOf(text), hasJunk: true };
  }
  if (!Array.isArray(value)) {
    return isMessage(value) ? { messages: [value], hasJunk: false } : { messages: [], hasJunk: true };
  }
  const messages = value.filter(isMessage);
  return { messages, hasJunk: value.length === 0 || messages.length < value.length };
}

/** A response that cannot be passed on because of its depth is still one that somebody waits for. */
function insteadOf(text: string): JsonRpcMessage[] {
  if (!isDeeperThan(text, maxJsonDepth)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isMessage(value) || 'method' in value || (value.id ?? null) === null) return [];
  const message = `The response nests deeper than ${maxJsonDepth} levels`;
  return [{ jsonrpc: '2.0', id: value.id, error: { code: errorCodes.internalError, message } }];
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
