import { compileParts } from './compile-parts.js';
import type { CompiledTemplate } from './compile-parts.js';
import type { ExpandableTemplate, UriTemplateOptions } from './expandable-template.js';
import { parseExpandable } from './expandable-template.js';
import { matchUri } from './match-uri.js';
import type { PreparedUri } from './prepared-uri.js';
import { prepareUri } from './prepared-uri.js';
import type { TemplateMatch } from './variable-reader.js';

/** A parsed RFC 6570 template, levels 1 to 4. */
export interface UriTemplate extends ExpandableTemplate {
  /**
   * The variables that a URI stands for, decoded, or undefined if the URI is not an expansion of the template.
   * Query parameters may be missing, reordered or unknown. Time is linear in the length of the URI. To match one URI with
   * many templates, pass what `prepareUri` makes of it.
   *
   * @see docs/reference/uri-templates.md for the rule where several answers are possible
   */
  match(uri: string | PreparedUri): TemplateMatch | undefined;
}

/**
 * Parses a URI template.
 *
 * @throws UriTemplateError with the `code`, the `position` and, where there is one, the `expression` at fault
 */
export function parseUriTemplate(template: string, options?: UriTemplateOptions): UriTemplate {
  const { parts, ...expandable } = parseExpandable(template, options);
  let compiled: CompiledTemplate | undefined;
  return {
    ...expandable,
    match: (uri) => {
      const prepared = typeof uri === 'string' ? prepareUri(uri) : uri;
      return prepared && matchUri((compiled ??= compileParts(parts)), prepared);
    },
  };
}
