import type { ParseLimits } from './parse-parts.js';

/** See docs/reference/limits.md. */
export const defaultTemplateLimits: Readonly<ParseLimits> = {
  maxLength: 8_192,
  maxVariables: 256,
  allowHyphens: false,
};
