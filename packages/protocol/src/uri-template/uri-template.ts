import { compileParts } from './compile-parts.js';
import type { CompiledTemplate } from './compile-parts.js';
import { expandParts } from './expand-parts.js';
import type { TemplateValues } from './expand-parts.js';
import { matchUri } from './match-uri.js';
import type { PreparedUri } from './prepared-uri.js';
import { prepareUri } from './prepared-uri.js';
import { parseParts } from './parse-parts.js';
import { defaultTemplateLimits } from './template-limits.js';
import type { TemplateLimits } from './template-limits.js';
import type { TemplateMatch } from './variable-reader.js';

/** Limits and leniency of parsing. */
export interface UriTemplateOptions extends Partial<TemplateLimits> {
  /** Accept `{user-id}`, which RFC 6570 forbids and some servers list. @default false */
  allowHyphens?: boolean;
}

/** A parsed RFC 6570 template, levels 1 to 4. */
export interface UriTemplate {
  readonly template: string;
  /** Distinct names in the order of their first occurrence. */
  readonly variables: readonly string[];
  /**
   * The URI for some values, of which only own properties count.
   *
   * @throws UriTemplateError `prefix-of-list`
   */
  expand(values: TemplateValues): string;
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
  const parts = parseParts(template, {
    maxLength: options?.maxLength ?? defaultTemplateLimits.maxLength,
    maxVariables: options?.maxVariables ?? defaultTemplateLimits.maxVariables,
    allowHyphens: options?.allowHyphens ?? false,
  });
  const names = parts.flatMap((part) =>
    part.kind === 'literal' ? [] : part.variables.map(({ name }) => name),
  );
  let compiled: CompiledTemplate | undefined;
  return {
    template,
    variables: [...new Set(names)],
    expand: (values) => expandParts(parts, values),
    match: (uri) => {
      const prepared = typeof uri === 'string' ? prepareUri(uri) : uri;
      return prepared && matchUri((compiled ??= compileParts(parts)), prepared);
    },
  };
}
