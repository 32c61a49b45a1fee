import {
  eraOf,
  legacyVersions,
  metaKeys,
  modernVersions,
  type Era,
  type JsonRpcMessage,
} from '@mcp-typeahead/protocol';
import { ConnectError } from '../connect-error.js';
import type { Wire } from '../wire.js';
import type { Requester } from './requester.js';
import { httpStatus, RpcError } from './rpc-error.js';

/** How the era is found out, and as what this client introduces itself. */
export interface HandshakeOptions {
  /** `auto`: modern where the server speaks it, else legacy. @default 'auto' */
  era?: Era | 'auto';
  /** @default mcp-typeahead */
  clientInfo?: Readonly<Record<string, unknown>>;
  /** What this client can do for the server. @default {} */
  capabilities?: Readonly<Record<string, unknown>>;
  /**
   * How long `server/discover` is waited for before `initialize` is tried: some servers do not answer what
   * they do not know.
   * @default 2000 to a child process, 10000 to a URL
   */
  discoverTimeoutMs?: number;
  /** For everything else; a child process may have to be installed first. @default 60000 */
  timeoutMs?: number;
}

/** What both sides agreed on. */
export interface Handshake {
  era: Era;
  /** Of the protocol. */
  version: string;
  /** As the server describes itself; empty where it does not. */
  serverInfo: Readonly<Record<string, unknown>>;
  capabilities: Readonly<Record<string, unknown>>;
  instructions?: string;
  /** The result of `server/discover` or `initialize`, as it came. */
  result: Readonly<Record<string, unknown>>;
}

type Member = Readonly<Record<string, unknown>>;

/** `_meta` that every request of the modern era carries (MCP 2026-07-28, basic, "_meta"). */
export function modernEnvelope(version: string, options: HandshakeOptions): Member {
  return {
    [metaKeys.protocolVersion]: version,
    [metaKeys.clientInfo]: options.clientInfo ?? defaultClientInfo,
    [metaKeys.clientCapabilities]: options.capabilities ?? {},
  };
}

const defaultClientInfo: Member = { name: 'mcp-typeahead', version: '0.1.0' };
const defaultTimeoutMs = 60_000;
const unsupportedVersion = -32022;

/**
 * Finds out how a server wants to be spoken to: `server/discover` first, `initialize` where that is not
 * understood, whatever the error is.
 *
 * Source: MCP 2026-07-28, basic/versioning, and "Backward Compatibility" of each transport.
 * @throws ConnectError `unauthorized`, `bad-handshake`, `timeout` or how the wire ended
 */
export async function shakeHands(
  wire: Wire,
  requester: Requester,
  options: HandshakeOptions,
): Promise<Handshake> {
  const { era = 'auto' } = options;
  if (era === 'legacy') return initialize(wire, requester, options);
  const discovered = discover(requester, options);
  try {
    const limitMs = options.discoverTimeoutMs ?? (wire.hasExchanges === true ? 10_000 : 2_000);
    return await within(discovered, limitMs);
  } catch (error) {
    if (era === 'modern' || !mayBeLegacy(error)) throw toHandshakeError(error, 'server/discover');
  }
  try {
    return await initialize(wire, requester, options);
  } catch (error) {
    // A modern server that took long to start has answered both by now, the second with an error.
    return await within(discovered, 0).catch(() => {
      throw error;
    });
  }
}

function discover(requester: Requester, options: HandshakeOptions): Promise<Handshake> {
  const ask = async (version: string): Promise<Handshake> => {
    const params = { _meta: modernEnvelope(version, options) };
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    return toModernHandshake(await requester.request('server/discover', params, { timeoutMs }));
  };
  return ask(modernVersions[0] ?? '').catch((error: unknown) => {
    const other = otherVersion(error);
    if (other === undefined) throw error;
    return ask(other);
  });
}

/** @throws ConnectError `timeout` */
async function within(discovered: Promise<Handshake>, limitMs: number): Promise<Handshake> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectError('timeout', 'The server did not answer "server/discover" in time.'));
    }, limitMs);
  });
  return Promise.race([discovered, timeout]).finally(() => clearTimeout(timer));
}

/** A version that the server offers and we know, where it refused the one that we asked with. */
function otherVersion(error: unknown): string | undefined {
  if (!(error instanceof RpcError) || error.code !== unsupportedVersion) return undefined;
  const supported = member(error.data)['supported'];
  return Array.isArray(supported) ? modernVersions.find((version) => supported.includes(version)) : undefined;
}

/** Every error may come from a legacy server, but for those that say something else. */
function mayBeLegacy(error: unknown): boolean {
  if (error instanceof ConnectError) return error.code === 'timeout' || error.code === 'bad-handshake';
  if (!(error instanceof RpcError)) return false;
  if (isAuthStatus(httpStatus(error))) return false;
  const supported = member(error.data)['supported'];
  // Modern, of versions that we do not speak, and nothing older.
  return !(
    error.code === unsupportedVersion &&
    Array.isArray(supported) &&
    supported.length > 0 &&
    !supported.some((version) => legacyVersions.includes(version as string))
  );
}

function toModernHandshake(raw: unknown): Handshake {
  const result = member(raw);
  const supported = result['supportedVersions'];
  const version = Array.isArray(supported)
    ? modernVersions.find((candidate) => supported.includes(candidate))
    : undefined;
  if (version === undefined) {
    throw new ConnectError(
      'bad-handshake',
      'The server offers no version of the modern era that is known here.',
    );
  }
  return {
    era: 'modern',
    version,
    serverInfo: member(member(result['_meta'])[metaKeys.serverInfo]),
    ...commonParts(result),
  };
}

async function initialize(wire: Wire, requester: Requester, options: HandshakeOptions): Promise<Handshake> {
  const params = {
    protocolVersion: legacyVersions[0],
    capabilities: options.capabilities ?? {},
    clientInfo: options.clientInfo ?? defaultClientInfo,
  };
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  let result: Member;
  try {
    result = member(await requester.request('initialize', params, { timeoutMs }));
  } catch (error) {
    throw toHandshakeError(error, 'initialize');
  }
  const version = result['protocolVersion'];
  if (typeof version !== 'string' || eraOf(version) === 'modern') {
    throw new ConnectError(
      'bad-handshake',
      'The server answered "initialize" without a legacy protocol version.',
    );
  }
  const initialized: JsonRpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await wire.send(initialized);
  return { era: 'legacy', version, serverInfo: member(result['serverInfo']), ...commonParts(result) };
}

function commonParts(result: Member): Pick<Handshake, 'capabilities' | 'instructions' | 'result'> {
  const { instructions } = result;
  return {
    capabilities: member(result['capabilities']),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    result,
  };
}

function toHandshakeError(error: unknown, method: string): unknown {
  if (!(error instanceof RpcError)) return error;
  const status = httpStatus(error);
  return isAuthStatus(status)
    ? new ConnectError(
        'unauthorized',
        `The server refuses these credentials, or wants some (HTTP ${status}).`,
        {
          cause: error,
        },
      )
    : new ConnectError('bad-handshake', `The server refused "${method}": ${error.message} (${error.code})`, {
        cause: error,
      });
}

function isAuthStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

function member(value: unknown): Member {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Member) : {};
}
