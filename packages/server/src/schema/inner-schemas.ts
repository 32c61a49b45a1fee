/** Wrappers nest a few levels; a schema that contains itself must end. */
export const maxSchemaDepth = 16;

/** A member of an object of unknown shape; undefined if it is not an object. */
export function member(value: unknown, name: string): unknown {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The definition of a zod schema, 4 or 3. Both keep it in a documented place; nothing else is read from zod. */
export function zodDefinition(schema: unknown): { version: 3 | 4; type: string; def: object } | undefined {
  const def4 = member(member(schema, '_zod'), 'def');
  if (typeof def4 === 'object' && def4 !== null)
    return { version: 4, type: String(member(def4, 'type')), def: def4 };
  const def3 = member(schema, '_def');
  const typeName = member(def3, 'typeName');
  if (typeof def3 === 'object' && def3 !== null && typeof typeName === 'string') {
    return { version: 3, type: typeName.replace(/^Zod/, '').toLowerCase(), def: def3 };
  }
  return undefined;
}

/**
 * What a wrapper wraps, the side that meets the input first: optional, nullable, default, catch, readonly, brand, transform,
 * pipe, lazy, of zod 3 and 4 and valibot. A `describe` of zod 4 makes a copy that remembers its original as `parent`.
 */
export function innerSchemas(schema: unknown): unknown[] {
  const zod = zodDefinition(schema);
  return (zod === undefined ? valibotInner(schema) : zodInner(schema, zod)).filter(isObject);
}

/** What meets the input after something else may have changed it: the later parts of a pipe, what a preprocessing feeds. */
export function laterSchemas(schema: unknown): unknown[] {
  const zod = zodDefinition(schema);
  if (zod === undefined) {
    const pipe = member(schema, 'pipe');
    return Array.isArray(pipe) ? pipe.slice(1).filter((part) => member(part, 'kind') === 'schema') : [];
  }
  return [member(zod.def, 'out'), isPreprocessing(zod.def) ? member(zod.def, 'schema') : undefined].filter(
    isObject,
  );
}

/** Every schema directly inside another. */
export function nestedSchemas(schema: unknown): unknown[] {
  return [...innerSchemas(schema), ...laterSchemas(schema)];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Of zod 3; in zod 4 it is a pipe. */
function isPreprocessing(def: object): boolean {
  return member(member(def, 'effect'), 'type') === 'preprocess';
}

/** `lazy` of valibot may want to see the input; what it makes then is not known. */
function madeBy(getter: unknown): unknown {
  if (typeof getter !== 'function') return undefined;
  try {
    return (getter as () => unknown)();
  } catch {
    return undefined;
  }
}

function zodInner(
  schema: unknown,
  { version, type, def }: { version: 3 | 4; type: string; def: object },
): unknown[] {
  const inner = [member(def, 'innerType'), member(def, 'in')];
  if (version === 4) inner.push(member(member(schema, '_zod'), 'parent'));
  if (type === 'effects' && !isPreprocessing(def)) inner.push(member(def, 'schema'));
  if (type === 'branded') inner.push(member(def, 'type'));
  if (type === 'lazy') inner.push(madeBy(member(def, 'getter')));
  return inner;
}

function valibotInner(schema: unknown): unknown[] {
  const pipe = member(schema, 'pipe');
  // A pipe is a copy of its first schema, which keeps what was attached to it.
  const first: unknown = Array.isArray(pipe) ? pipe[0] : undefined;
  const made = member(schema, 'type') === 'lazy' ? madeBy(member(schema, 'getter')) : undefined;
  return [member(schema, 'wrapped'), made, first === schema ? undefined : first];
}
