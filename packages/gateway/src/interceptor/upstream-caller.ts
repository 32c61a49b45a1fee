import type { JsonRpcResponse } from '@mcp-typeahead/protocol';
import type { McpCaller } from '@mcp-typeahead/sources';
import { AskError } from '../engine/ask-error.js';
import type { Ask } from '../engine/peer.js';
import { guardRequest, type Permit } from './access-guard.js';

/** The number of an error of the upstream, for whoever knows JSON-RPC errors only. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: number;

  constructor(code: number, cause: AskError) {
    super('the upstream answers with an error', { cause });
    this.code = code;
  }
}

/** What configured slots ask the upstream through, on behalf of one client: under the rules of access that the client is under. */
export function createUpstreamCaller(ask: Ask, permit: Permit | undefined): McpCaller {
  return {
    async request(method, params, { signal }) {
      const guarded = permit && guardRequest({ jsonrpc: '2.0', id: 0, method, params }, permit);
      try {
        const result = await ask(method, params, { signal });
        const response: JsonRpcResponse = {
          jsonrpc: '2.0',
          id: 0,
          result: result as Record<string, unknown>,
        };
        const shown = guarded?.toClient(response) ?? response;
        return 'result' in shown ? shown.result : undefined;
      } catch (error) {
        if (error instanceof AskError && error.rpcCode !== undefined)
          throw new RefusedError(error.rpcCode, error);
        throw error;
      }
    },
  };
}
