import { parseJson, parseMessages, toJson } from '@mcp-typeahead/connect';
import { errorCodes, type JsonRpcError } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

/**
 * What a client hears of a line that is not JSON-RPC: `-32700` where it is not JSON, `-32600` for each part that
 * is not a message. Source: JSON-RPC 2.0, section 5.1.
 */
export function toJunkAnswers(line: string): JsonRpcError[] {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    return [{ jsonrpc: '2.0', id: null, error: { code: errorCodes.parseError, message: 'Parse error' } }];
  }
  const parts: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  return parts.filter(isJunk).map((part) => ({
    jsonrpc: '2.0',
    id: idOf(part),
    error: { code: errorCodes.invalidRequest, message: 'Invalid Request' },
  }));
}

function isJunk(part: unknown): boolean {
  return Array.isArray(part) || parseMessages(toJson(part)).hasJunk;
}

function idOf(part: unknown): string | number | null {
  const id = asObject(part)?.['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
