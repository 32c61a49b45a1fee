/** Bounds on templates, so that neither parsing nor matching can be made slow. See docs/reference/limits.md. */
export interface TemplateLimits {
  /** Longest template, in UTF-16 units. @default 8192 */
  maxLength: number;
  /** Most variables, each occurrence counted. @default 256 */
  maxVariables: number;
}

export const defaultTemplateLimits: Readonly<TemplateLimits> = {
  maxLength: 8_192,
  maxVariables: 256,
};

/** A longer URI, in UTF-16 units, matches no template. */
export const maxMatchedUriLength = 131_072;
