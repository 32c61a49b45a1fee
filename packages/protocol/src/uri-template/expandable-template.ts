import type { TemplateValues } from './expand-parts.js';
import { expandParts } from './expand-parts.js';
import type { Part } from './parse-parts.js';
import { parseParts } from './parse-parts.js';
import { defaultTemplateLimits } from './template-limits.js';
import type { TemplateLimits } from './template-limits.js';

/** Limits and leniency of parsing. */
export interface UriTemplateOptions extends Partial<TemplateLimits> {
  /** Accept `{user-id}`, which RFC 6570 forbids and some servers list. @default false */
  allowHyphens?: boolean;
}

/** A template that can be filled in. */
export interface ExpandableTemplate {
  readonly template: string;
  /** Distinct names in the order of their first occurrence. */
  readonly variables: readonly string[];
  /**
   * The URI for some values, of which only own properties count.
   *
   * @throws UriTemplateError `prefix-of-list`
   */
  expand(values: TemplateValues): string;
}

/** An expandable template and what it was cut into. */
interface ParsedExpandable extends ExpandableTemplate {
  readonly parts: readonly Part[];
}

/** Parses for both directions; see {@link parseExpandableTemplate}. */
export function parseExpandable(template: string, options: UriTemplateOptions = {}): ParsedExpandable {
  const parts = parseParts(template, {
    maxLength: options.maxLength ?? defaultTemplateLimits.maxLength,
    maxVariables: options.maxVariables ?? defaultTemplateLimits.maxVariables,
    allowHyphens: options.allowHyphens ?? false,
  });
  const names = parts.flatMap((part) =>
    part.kind === 'literal' ? [] : part.variables.map(({ name }) => name),
  );
  return {
    template,
    parts,
    variables: [...new Set(names)],
    expand: (values) => expandParts(parts, values),
  };
}

/**
 * Parses a URI template that is only to be filled in. What matches URIs is three kilobytes that a browser need not load for that.
 *
 * @throws UriTemplateError with the `code`, the `position` and, where there is one, the `expression` at fault
 */
export function parseExpandableTemplate(template: string, options?: UriTemplateOptions): ExpandableTemplate {
  const { parts: _, ...expandable } = parseExpandable(template, options);
  return expandable;
}
