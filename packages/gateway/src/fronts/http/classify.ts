import { isDeeperThan, parseJson } from '@mcp-typeahead/connect';
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest } from '@mcp-typeahead/protocol';
import { eraOf, errorCodes, isRequest, isResponse, legacyVersions, metaKeys } from '@mcp-typeahead/protocol';
import { metaOf } from '../../json-object.js';
import { idOf, toMessage } from './message-shape.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

/** A POST by what has to be done with it. */
export type Inbound =
  | { kind: 'refused'; refusal: Refusal }
  /** Opens a legacy session. */
  | { kind: 'initialize'; message: JsonRpcRequest }
  /** Belongs to a legacy session. */
  | { kind: 'legacy'; messages: readonly JsonRpcMessage[]; isBatch: boolean }
  /** Stands alone. Not validated yet. */
  | { kind: 'modern'; message: JsonRpcRequest | JsonRpcNotification };

const maxBatch = 100;

/**
 * Decides by the body; the header decides only where the body says nothing. A message whose `_meta` names a
 * protocol version is modern, `initialize` is legacy, the rest is what `MCP-Protocol-Version` says.
 *
 * Source: MCP 2026-07-28, basic/versioning, "Backward Compatibility".
 */
export function classify(body: string, versionHeader: string | undefined, maxDepth: number): Inbound {
  if (isDeeperThan(body, maxDepth))
    return refused(`The JSON nests deeper than ${maxDepth} levels`, errorCodes.parseError);
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return refused('The request body is not JSON', errorCodes.parseError);
  }
  if (Array.isArray(value)) return classifyBatch(value);
  const message = toMessage(value);
  if (message === undefined) {
    const id = idOf(value);
    const refusal = refuse(
      400,
      'The request body is not a JSON-RPC 2.0 message',
      id === undefined ? {} : { id },
    );
    return { kind: 'refused', refusal };
  }
  const isModern = versionHeader !== undefined && eraOf(versionHeader) === 'modern';
  if (isResponse(message)) {
    if (!isModern) return { kind: 'legacy', messages: [message], isBatch: false };
    return refused('Responses cannot be posted in this protocol version');
  }
  if (isRequest(message) && message.method === 'initialize' && !claimsModern(message)) {
    return { kind: 'initialize', message };
  }
  if (hasClaim(message) || isModern) return { kind: 'modern', message };
  return { kind: 'legacy', messages: [message], isBatch: false };
}

function classifyBatch(values: readonly unknown[]): Inbound {
  if (values.length === 0) return refused('The batch is empty');
  if (values.length > maxBatch) return refused(`The batch holds more than ${maxBatch} messages`);
  const messages: JsonRpcMessage[] = [];
  for (const value of values) {
    const message = toMessage(value);
    if (message === undefined) return refused('The batch holds something that is not a JSON-RPC 2.0 message');
    if (!isResponse(message) && (hasClaim(message) || message.method === 'initialize')) {
      return refused('This request must not be part of a batch');
    }
    messages.push(message);
  }
  return { kind: 'legacy', messages, isBatch: true };
}

function refused(message: string, code: number = errorCodes.invalidRequest): Inbound {
  return { kind: 'refused', refusal: refuse(400, message, { code }) };
}

/** The version that `_meta` names, whatever its type. */
function claimOf(message: JsonRpcRequest | JsonRpcNotification): unknown {
  return metaOf(message.params)?.[metaKeys.protocolVersion];
}

function hasClaim(message: JsonRpcRequest | JsonRpcNotification): boolean {
  return claimOf(message) !== undefined;
}

function claimsModern(message: JsonRpcRequest): boolean {
  const claim = claimOf(message);
  return typeof claim === 'string' && !legacyVersions.includes(claim);
}
