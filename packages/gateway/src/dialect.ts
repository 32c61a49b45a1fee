import { eraOf, metaKeys, type Era } from '@mcp-typeahead/protocol';
import { metaOf } from './json-object.js';

/** The revision that a request is written in. */
export interface Dialect {
  era: Era;
  /** Known in the modern era, where every request names it. */
  version: string | undefined;
}

export const legacyDialect: Dialect = { era: 'legacy', version: undefined };

/**
 * Every request of the modern era names its revision in `_meta`; a request that names none belongs to a
 * session that `initialize` opened. Undefined for a revision that nobody here knows: it is the upstream's to refuse.
 *
 * Source: MCP 2026-07-28, basic, "_meta".
 */
export function dialectOf(params: unknown): Dialect | undefined {
  const meta = metaOf(params);
  if (meta === undefined || !Object.hasOwn(meta, metaKeys.protocolVersion)) return legacyDialect;
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string' || eraOf(version) !== 'modern') return undefined;
  return { era: 'modern', version };
}
