import type { Wire } from '@mcp-typeahead/connect';
import {
  errorCodes,
  isErrorResponse,
  isResponse,
  modernVersions,
  type JsonRpcMessage,
} from '@mcp-typeahead/protocol';
import { withEnvelope } from '../envelope.js';

/**
 * A server that knows the method but not the version is a modern one too (-32022).
 * Source: MCP 2026-07-28, basic/versioning.
 */
const unsupportedVersion = -32022;

/**
 * Asks a server with `server/discover` whether it speaks the modern era. Undefined if it does not answer in time:
 * legacy servers may ignore what comes before `initialize`, slow ones may still be starting. Undefined too for an
 * internal error, which is also what stands for a server that has ended.
 */
export async function probeModern(wire: Wire, limitMs: number): Promise<boolean | undefined> {
  const id = 'probe';
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<JsonRpcMessage | undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
    wire.onMessage((message) => {
      if (isResponse(message) && message.id === id) resolve(message);
    });
  });
  const params = withEnvelope({}, { era: 'modern', version: modernVersions[0] });
  try {
    await wire.send({ jsonrpc: '2.0', id, method: 'server/discover', params });
    const message = await answer;
    if (message === undefined) return undefined;
    if (!isErrorResponse(message)) return true;
    const { code } = message.error;
    return code === errorCodes.internalError ? undefined : code === unsupportedVersion;
  } finally {
    clearTimeout(timer);
  }
}
