import type { Session, SourceRequest } from '@mcp-typeahead/server';
import { SourceError, type McpCaller } from '@mcp-typeahead/sources';

/** A conversation with the upstream, for slots whose values are the upstream's. */
export interface UpstreamSession extends Session {
  /** Names one client's view of the upstream, for as long as what was read of it holds. */
  readonly id: string;
  readonly context: McpCaller;
}

/** @throws {SourceError} unreachable: nobody is connected to the upstream */
export function callerOf({ session }: SourceRequest): McpCaller {
  if (session !== undefined) return session.context as McpCaller;
  throw new SourceError('unreachable', 'the upstream is asked while a client is connected to it');
}
