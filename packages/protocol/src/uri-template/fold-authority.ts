/** A URI, or the literals of a template, with scheme and host in lower case. Same length as the input. */
export interface Folded {
  text: string;
  /** Where scheme and authority end. */
  end: number;
}

/**
 * Scheme and host do not distinguish case, all else does (RFC 3986, 6.2.2.1). User information keeps its case.
 *
 * @param text canonical, hence ASCII
 */
export function foldAuthority(text: string): Folded {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0];
  if (scheme === undefined) return { text, end: 0 };
  const lowered = scheme.toLowerCase();
  if (!text.startsWith('//', scheme.length)) {
    return { text: lowered + text.slice(scheme.length), end: scheme.length };
  }
  const start = scheme.length + 2;
  const length = text.slice(start).search(/[/?#]/);
  const end = length < 0 ? text.length : start + length;
  const authority = text.slice(start, end);
  const host = authority.lastIndexOf('@') + 1;
  return {
    text: `${lowered}//${authority.slice(0, host)}${lowerCase(authority.slice(host))}${text.slice(end)}`,
    end,
  };
}

/** Triplets keep their upper case, which is the canonical one. */
function lowerCase(text: string): string {
  return text.toLowerCase().replace(/%../g, (triplet) => triplet.toUpperCase());
}

/** A literal of a template, ready for comparison. */
export interface FoldedLiteral {
  text: string;
  /** Whether it begins in scheme or authority, so that its case does not count there. */
  ignoresCase: boolean;
}

/**
 * The same for the literals of a template; undefined in place of an expression.
 *
 * @param parts canonical literals, and the operators of the expressions between them
 */
export function foldLiterals(
  parts: readonly (string | { operator: string })[],
): (FoldedLiteral | undefined)[] {
  // Stand-ins of one character keep all offsets: a letter belongs to scheme or host, "?" ends the authority.
  const skeleton = parts.map((part) => {
    if (typeof part === 'string') return part;
    return canLeaveAuthority(part.operator) ? '?' : 'x';
  });
  const folded = foldAuthority(skeleton.join(''));
  let offset = 0;
  return parts.map((part) => {
    const start = offset;
    offset += typeof part === 'string' ? part.length : 1;
    if (typeof part !== 'string') return undefined;
    return { text: folded.text.slice(start, offset), ignoresCase: start < folded.end };
  });
}

/** Whether an expression can bring a `/`, `?` or `#`. */
function canLeaveAuthority(operator: string): boolean {
  return operator !== '' && '+#/?&'.includes(operator);
}
