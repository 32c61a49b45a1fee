/** A JSON object with its own properties; undefined for arrays, null and everything else. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

/** `params._meta` of a message, or `_meta` of a result. */
export function metaOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return asObject(asObject(value)?.['_meta']);
}

/** A copy of params or of a result in which one key of `_meta` is set. The rest stays as it is. */
export function withMeta(value: unknown, key: string, member: unknown): Record<string, unknown> {
  const object = asObject(value) ?? {};
  return { ...object, _meta: { ...asObject(object['_meta']), [key]: member } };
}
