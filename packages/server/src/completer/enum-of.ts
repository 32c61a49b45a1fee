import { legalValues } from '../schema/legal-values.js';
import type { Completer } from './completer.js';
import { makeCompleter } from './completer.js';
import type { CompleterOptions } from './completer-options.js';
import { values } from './values.js';

/**
 * The values that a schema allows: an enum, a union of literals or a boolean, however wrapped, of zod 3 or 4, valibot,
 * anything with Standard JSON Schema, or JSON Schema itself. Arguments of prompts on an attached `McpServer` get this
 * without asking.
 */
export function enumOf(schema: unknown, options: CompleterOptions = {}): Completer {
  const found = legalValues(schema);
  if (found !== undefined) return values(found, { strict: true, ...options });
  return makeCompleter({ kind: 'list', load: () => [] }, options, {
    defect:
      'enumOf(...) takes a schema with a closed set of values: an enum, a union of literals or a boolean',
  });
}
