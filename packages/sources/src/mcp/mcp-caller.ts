import type { SourceRequest } from '@mcp-typeahead/server';

/** Makes requests to an MCP server. What `createCaller` of `@mcp-typeahead/connect` makes is one. */
export interface McpCaller {
  /**
   * Resolves with the result as it came.
   * @throws an error whose `code` is the number of the JSON-RPC error where the server answers with one; the reason of the signal
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: { signal: AbortSignal },
  ): Promise<unknown>;
}

/** One caller for all requests, or the one that a request came with. */
export type McpCallerInput = McpCaller | ((request: SourceRequest) => McpCaller);
