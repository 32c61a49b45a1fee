import { isAlias, isMap, isScalar, isSeq, visit, type Document } from 'yaml';

/** Alias -> the node that it stands for. In one pass: the library's own look-up walks the document for each alias. */
export function resolveAliases(document: Document): ReadonlyMap<unknown, unknown> {
  const anchors = new Map<string, unknown>();
  const resolved = new Map<unknown, unknown>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) resolved.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return resolved;
}

/** Where a node begins. */
export function offsetOf(node: unknown): number | undefined {
  const range = (node as { range?: [number, number, number] | null } | null)?.range;
  return range?.[0];
}

/** What a person would call it. */
export function typeOf(node: unknown): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  if (isAlias(node)) return 'an alias to no earlier anchor';
  if (!isScalar(node) || node.value === null) return 'nothing';
  if (node.value === '') return 'an empty string';
  return typeof node.value === 'object' ? 'a value of another kind' : `a ${typeof node.value}`;
}
