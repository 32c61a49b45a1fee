import type { SourceRequest } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import type { McpCallerInput } from './mcp-caller.js';

const methodNotFound = -32601;

export interface Question {
  method: string;
  params: Readonly<Record<string, unknown>>;
  /** For messages. */
  name: string;
}

/**
 * One request. Undefined where the server does not know the method: it has nothing of the kind.
 * @throws {SourceError} refused, unreachable; or the reason of the signal
 */
export async function askUpstream(
  caller: McpCallerInput,
  { method, params, name }: Question,
  request: SourceRequest,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { signal } = request;
  signal.throwIfAborted();
  try {
    const made = typeof caller === 'function' ? caller(request) : caller;
    const result = await made.request(method, params, { signal });
    if (typeof result === 'object' && result !== null) return result as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { code } = error as { code?: unknown };
    if (code === methodNotFound) return undefined;
    // What the server says may repeat what it was asked with, so only the number is told.
    if (typeof code === 'number')
      throw new SourceError('refused', `${name}: the server answers with error ${code}`);
    throw new SourceError('unreachable', `${name}: the server does not answer`);
  }
  throw new SourceError('bad-format', `${name}: the result is not an object`);
}
