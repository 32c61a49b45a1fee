import { eraOf, isRequest, metaKeys, type JsonRpcMessage } from '@mcp-typeahead/protocol';
import { headerValue } from './header-value.js';
import type { ParamHeaders } from './param-headers.js';

export interface RequestHeadersInput {
  message: JsonRpcMessage;
  /** The later ones win. Those that the transport sets are dropped. */
  custom: readonly Readonly<Record<string, string>>[];
  session: string | undefined;
  /** What the connection has negotiated, for messages that do not say it themselves. */
  version: string | undefined;
  paramHeaders: ParamHeaders;
}

/** Headers that follow from the message or the connection: another value would contradict the body. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
]);

/** Where `Mcp-Name` comes from. `completion/complete` has none: its name lies deeper, in `ref`. */
const nameFields: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  // The tasks extension (SEP-2663) routes by task.
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Headers of a POST. Source: MCP 2026-07-28 and 2025-11-25, Streamable HTTP. */
export function requestHeaders(input: RequestHeadersInput): Record<string, string> {
  const { message, session, version, paramHeaders } = input;
  const modern = modernVersion(message);
  return {
    ...customHeaders(input.custom),
    ...(modern === undefined ? {} : mirroredHeaders(message, paramHeaders)),
    ...connectionHeaders({ session: modern === undefined ? session : undefined, version: modern ?? version }),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
}

/** The caller's own headers, without those that the transport sets. */
export function customHeaders(sources: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const source of sources) {
    for (const [name, value] of Object.entries(source)) {
      const lower = name.toLowerCase();
      if (!ownHeaders.has(lower)) headers[lower] = value;
    }
  }
  return headers;
}

/** Session and version, on every method of HTTP. */
export function connectionHeaders(input: {
  session: string | undefined;
  version: string | undefined;
}): Record<string, string> {
  return {
    ...(input.version === undefined ? {} : { 'mcp-protocol-version': headerValue(input.version) }),
    ...(input.session === undefined ? {} : { 'mcp-session-id': input.session }),
  };
}

/** The version that a message of the modern era carries. A version later than those we know is modern. */
export function modernVersion(message: JsonRpcMessage): string | undefined {
  const meta = member('params' in message ? message.params : undefined, '_meta');
  const version = member(meta, metaKeys.protocolVersion);
  return typeof version === 'string' && eraOf(version) !== 'legacy' ? version : undefined;
}

function mirroredHeaders(message: JsonRpcMessage, paramHeaders: ParamHeaders): Record<string, string> {
  if (!isRequest(message)) return {};
  const { method, params } = message;
  const field = nameFields.get(method);
  const name = field === undefined ? undefined : member(params, field);
  const ofParams =
    method === 'tools/call' && typeof name === 'string'
      ? lowerCaseNames(paramHeaders.forCall(name, member(params, 'arguments')))
      : {};
  return {
    ...ofParams,
    'mcp-method': headerValue(method),
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  };
}

/** So that they replace the caller's own, whichever way those are written. */
function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
