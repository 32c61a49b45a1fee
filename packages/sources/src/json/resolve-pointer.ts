/** What a JSON pointer (RFC 6901) points at; undefined where there is nothing. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let node = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    // Own properties only: `constructor` is not in every object, `length` not in every list.
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    if (Array.isArray(node) && key === 'length') return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** Whether this is a JSON pointer: each part begins with a slash; a tilde is written `~0`, a slash in a part `~1`. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}
