import { CompletionsError } from '../completions-error.js';
import type { SdkServer } from './sdk-server.js';

const method = 'completion/complete';

type Handle = (params: unknown, context: unknown) => Promise<unknown>;

/** Accepts anything: what is wrong with params is said by our own validation, with -32602. */
const anyParams = {
  '~standard': { version: 1, vendor: 'mcp-typeahead', validate: (value: unknown) => ({ value }) },
} as const;

/**
 * SDK v1 takes the method from a zod schema's literal and parses the request with it. This has just the members that v1 reads
 * of a zod 3 schema; going through the public method keeps v1's own checks, and zod is not needed.
 */
const anyRequest = {
  shape: { method: { value: method, _def: { value: method } } },
  parse: (request: unknown) => request,
  safeParse: (request: unknown) => ({ success: true, data: request }),
} as const;

/**
 * Puts the handler in place on either SDK, over any that is there.
 * @throws CompletionsError `unsupported-server`
 */
export function installHandler(server: SdkServer, handle: Handle): void {
  try {
    // v2: (method, schemas, handler). v1 finds no method literal in a string and throws.
    server.setRequestHandler(method, { params: anyParams }, handle);
  } catch {
    try {
      server.setRequestHandler(anyRequest, async (request: { params?: unknown }, context: unknown) =>
        handle(request.params, context),
      );
    } catch (cause) {
      throw unsupportedServer(cause);
    }
  }
}

export function unsupportedServer(cause?: unknown): CompletionsError {
  return new CompletionsError(
    'unsupported-server',
    'attach(...) takes an McpServer or Server of @modelcontextprotocol/server 2 or @modelcontextprotocol/sdk 1; for anything else call complete(...)',
    { cause },
  );
}
