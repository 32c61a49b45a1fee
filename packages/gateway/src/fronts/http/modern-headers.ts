import type { IncomingHttpHeaders } from 'node:http';
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '@mcp-typeahead/protocol';
import { errorCodes, isRequest, metaKeys, modernVersions } from '@mcp-typeahead/protocol';
import { asObject, metaOf } from '../../json-object.js';
import { decodeHeaderValue } from './header-value.js';
import type { Refusal } from './refusal.js';
import { httpErrorCodes, refuse } from './refusal.js';

/** Methods whose `Mcp-Name` header repeats a member of `params` (the `tasks` extension adds three). */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/**
 * Checks a modern message against what the protocol wants to see in it and in its headers: first which
 * version it is of and whether that is served, because the rest depends on it; then that `_meta` is whole and that
 * headers and body agree.
 *
 * Source: MCP 2026-07-28, basic, "Per-request protocol fields"; Streamable HTTP, "Server Validation".
 */
export function checkModern(
  message: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
  const id = isRequest(message) ? message.id : undefined;
  const refusal =
    checkClaim(message) ??
    checkVersion(message, headers) ??
    checkEnvelope(message) ??
    checkMethod(message, headers) ??
    checkName(message, headers);
  return refusal && id !== undefined ? { ...refusal, id } : refusal;
}

/** The answer to a version that is not served here. */
export function unsupportedVersion(requested: string, supported: readonly string[], id?: RequestId): Refusal {
  return refuse(400, `Unsupported protocol version (supported: ${supported.join(', ')})`, {
    code: httpErrorCodes.unsupportedVersion,
    data: { supported, requested: requested.slice(0, 100) },
    ...(id !== undefined && { id }),
  });
}

function checkClaim(message: JsonRpcRequest | JsonRpcNotification): Refusal | undefined {
  const meta = metaOf(message.params);
  const version = meta?.[metaKeys.protocolVersion];
  if (!isRequest(message)) {
    // Notifications need not carry the fields, only not wrong ones.
    return version === undefined || typeof version === 'string'
      ? undefined
      : badMeta(metaKeys.protocolVersion, 'a string');
  }
  if (meta === undefined)
    return invalid('params._meta is missing; every request of this protocol version carries it');
  return typeof version === 'string' ? undefined : badMeta(metaKeys.protocolVersion, 'a string');
}

function checkEnvelope(message: JsonRpcRequest | JsonRpcNotification): Refusal | undefined {
  if (!isRequest(message)) return undefined;
  const meta = metaOf(message.params) ?? {};
  if (asObject(meta[metaKeys.clientCapabilities]) === undefined)
    return badMeta(metaKeys.clientCapabilities, 'an object');
  const info = meta[metaKeys.clientInfo];
  const { name, version: release } = asObject(info) ?? {};
  if (info !== undefined && (typeof name !== 'string' || typeof release !== 'string')) {
    return badMeta(metaKeys.clientInfo, 'an object with the strings name and version');
  }
  return undefined;
}

function checkVersion(
  message: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
  const claim = metaOf(message.params)?.[metaKeys.protocolVersion] as string | undefined;
  const header = headerOf(headers, 'mcp-protocol-version');
  if (isRequest(message) && header === undefined) return mismatch('MCP-Protocol-Version is missing');
  if (claim !== undefined && header !== undefined && claim !== header) {
    return mismatch('MCP-Protocol-Version differs from the version in _meta');
  }
  const version = claim ?? header ?? '';
  return modernVersions.includes(version) ? undefined : unsupportedVersion(version, modernVersions);
}

function checkMethod(
  message: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
  const header = headerOf(headers, 'mcp-method');
  if (header === undefined) return isRequest(message) ? mismatch('Mcp-Method is missing') : undefined;
  return header === message.method ? undefined : mismatch('Mcp-Method differs from the method');
}

function checkName(
  message: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): Refusal | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-param-') && decodeHeaderValue(String(value)) === undefined) {
      return mismatch('An Mcp-Param header holds broken Base64');
    }
  }
  const source = isRequest(message) ? nameSources.get(message.method) : undefined;
  if (source === undefined) return undefined;
  const header = headerOf(headers, 'mcp-name');
  const value = asObject(message.params)?.[source];
  if (header === undefined) return typeof value === 'string' ? mismatch('Mcp-Name is missing') : undefined;
  const decoded = decodeHeaderValue(header);
  if (decoded === undefined) return mismatch('Mcp-Name holds broken Base64');
  return decoded === value ? undefined : mismatch(`Mcp-Name differs from params.${source}`);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

function mismatch(what: string): Refusal {
  return refuse(400, `Header mismatch: ${what}`, { code: httpErrorCodes.headerMismatch });
}

function badMeta(key: string, expected: string): Refusal {
  return invalid(`params._meta["${key}"] must be ${expected}`);
}

function invalid(message: string): Refusal {
  return refuse(400, `Invalid params: ${message}`, { code: errorCodes.invalidParams });
}
