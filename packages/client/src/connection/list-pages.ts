import type { Connection } from './connection.js';
import { callRaw } from './mcp-client.js';
import { toClientError } from './to-client-error.js';

/** A server whose pages never end is left after so many. */
const maxPages = 1_000;

/**
 * All entries of a list, over all its pages. Entries that nobody could use are left out. Rejects with a `ClientError`.
 * @param member the member of a page that holds its entries
 * @param key the member that an entry must have
 */
export async function listPages(
  { client, options }: Connection,
  method: 'prompts/list' | 'resources/templates/list',
  member: 'prompts' | 'resourceTemplates',
  key: 'name' | 'uriTemplate',
): Promise<object[]> {
  await options.ready?.catch(() => undefined);
  const capabilities = client.getServerCapabilities?.();
  if (capabilities !== undefined && capabilities[member === 'prompts' ? member : 'resources'] === undefined)
    return [];
  const entries: object[] = [];
  const seen = new Set<unknown>();
  let cursor: unknown;
  try {
    do {
      seen.add(cursor);
      const params = cursor === undefined ? {} : { cursor };
      const page = ((await callRaw(client, { method, params }, { timeout: options.timeoutMs })) ??
        {}) as Record<string, unknown>;
      const found = page[member];
      if (Array.isArray(found))
        entries.push(...found.filter((entry) => typeof (entry ?? {})[key] === 'string'));
      cursor = page['nextCursor'];
    } while (typeof cursor === 'string' && !seen.has(cursor) && seen.size < maxPages);
  } catch (error) {
    throw toClientError(error);
  }
  return entries;
}
