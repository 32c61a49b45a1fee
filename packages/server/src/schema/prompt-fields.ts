import { followReference, jsonSchemaOf } from './json-schema.js';
import { maxSchemaDepth, member, nestedSchemas, zodDefinition } from './inner-schemas.js';

export interface PromptField {
  schema: unknown;
  /** Where the local references of a JSON Schema lead. */
  root: unknown;
}

/** The schema of each argument, by name. A Map: an argument may be called `constructor`. */
export type PromptFields = ReadonlyMap<string, PromptField>;

/**
 * The arguments of a prompt's schema: an object schema of zod 3 or 4 or valibot, however wrapped, a record of schemas as
 * SDK v1 takes it, anything with Standard JSON Schema, or JSON Schema. Undefined if it does not tell.
 */
export function promptFields(schema: unknown, depth = 0): PromptFields | undefined {
  if (typeof schema !== 'object' && typeof schema !== 'function') return undefined;
  if (schema === null || depth > maxSchemaDepth) return undefined;
  const shape = objectShape(schema) ?? recordOfSchemas(schema);
  if (shape !== undefined) return toFields(shape, undefined);
  for (const inner of nestedSchemas(schema)) {
    const fields = promptFields(inner, depth + 1);
    if (fields !== undefined) return fields;
  }
  const root = jsonSchemaOf(schema);
  const reference = member(root, '$ref');
  const object = typeof reference === 'string' ? followReference(root, reference) : root;
  const properties = member(object, 'properties');
  return typeof properties === 'object' && properties !== null ? toFields(properties, root) : undefined;
}

function toFields(shape: object, root: unknown): PromptFields {
  return new Map(Object.entries(shape).map(([name, schema]: [string, unknown]) => [name, { schema, root }]));
}

function objectShape(schema: unknown): object | undefined {
  const zod = zodDefinition(schema);
  let shape: unknown = zod === undefined ? member(schema, 'entries') : member(zod.def, 'shape');
  if (typeof shape === 'function') shape = (shape as () => unknown)();
  return typeof shape === 'object' && shape !== null ? shape : undefined;
}

function recordOfSchemas(schema: object): object | undefined {
  if (zodDefinition(schema) !== undefined || '~standard' in schema) return undefined;
  const fields = Object.values(schema);
  const isRecord =
    fields.length > 0 &&
    fields.every((field) => zodDefinition(field) !== undefined || member(field, '~standard'));
  return isRecord ? schema : undefined;
}
