import { foldAuthority } from './fold-authority.js';
import { canonicalText } from './percent.js';
import { maxMatchedUriLength } from './template-limits.js';

/** A URI in the one spelling in which texts are compared. Read once, it can be matched with any number of templates. */
export interface PreparedUri {
  /** Canonical, hence ASCII. */
  readonly text: string;
  /** The same with scheme and host in lower case. */
  readonly folded: string;
}

/**
 * Reads a URI for `UriTemplate.match`: that is most of the work, and need not be done for each template again. Undefined if
 * it is longer than what matches any template.
 */
export function prepareUri(uri: string): PreparedUri | undefined {
  if (uri.length > maxMatchedUriLength) return undefined;
  const text = canonicalText(uri);
  return { text, folded: foldAuthority(text).text };
}
