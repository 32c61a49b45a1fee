import { foldLiterals } from './fold-authority.js';
import { splitParts } from './parse-parts.js';
import { canonicalText } from './percent.js';
import { defaultTemplateLimits } from './template-limits.js';
import { UriTemplateError } from './uri-template-error.js';

/**
 * The one spelling of equivalent templates: literals percent-encoded (`café` is `caf%C3%A9`), scheme and host in
 * lower case, expressions as they are. A plain URI is a template without expressions. Text whose braces do not
 * pair, or that is longer than a template may be, comes back unchanged, so it equals only itself. Never throws.
 */
export function normalizeTemplate(template: string): string {
  try {
    const parts = splitParts(template, defaultTemplateLimits.maxLength);
    const literals = foldLiterals(
      parts.map((part) =>
        part.kind === 'literal' ? canonicalText(part.text) : { operator: part.text.charAt(1) },
      ),
    );
    return parts.map((part, index) => literals[index]?.text ?? part.text).join('');
  } catch (error) {
    if (error instanceof UriTemplateError) return template;
    throw error;
  }
}

/** Whether two templates, or two URIs, are spellings of the same one. */
export function sameTemplate(a: string, b: string): boolean {
  return a === b || normalizeTemplate(a) === normalizeTemplate(b);
}
