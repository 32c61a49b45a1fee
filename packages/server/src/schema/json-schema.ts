import type { CandidateInput } from '@mcp-typeahead/rank';
import { maxSchemaDepth, member } from './inner-schemas.js';

/**
 * JSON Schema of anything that has one: a library's own conversion (Standard JSON Schema, `~standard.jsonSchema.input`), or
 * a plain object that is JSON Schema already.
 */
export function jsonSchemaOf(schema: unknown): object | undefined {
  const convert = member(member(member(schema, '~standard'), 'jsonSchema'), 'input');
  if (typeof convert === 'function') {
    try {
      const json: unknown = (convert as (options: { target: string }) => unknown)({
        target: 'draft-2020-12',
      });
      return typeof json === 'object' && json !== null ? json : undefined;
    } catch {
      // A schema that has no JSON form says so by throwing: then nothing is known of its values.
      return undefined;
    }
  }
  if (member(schema, '~standard') !== undefined) return undefined;
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : undefined;
}

/** The texts that a JSON Schema allows: `enum`, `const`, `boolean`, and unions of them. Undefined if the set is open. */
export function jsonSchemaValues(
  schema: unknown,
  root: unknown = schema,
  depth = 0,
): CandidateInput[] | undefined {
  if (depth > maxSchemaDepth || typeof schema !== 'object' || schema === null) return undefined;
  const { $ref, anyOf, oneOf, allOf, type, title } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') return jsonSchemaValues(followReference(root, $ref), root, depth + 1);
  const { enum: listed } = schema as Record<string, unknown>;
  if (Array.isArray(listed)) return texts(listed);
  if ('const' in schema) {
    const only = texts([schema.const]);
    const value = only?.[0];
    return typeof value === 'string' && typeof title === 'string' ? [{ value, title }] : only;
  }
  const members = anyOf ?? oneOf;
  if (Array.isArray(members)) return unionValues(members, root, depth);
  // Older converters wrap a reference like this, to put a description beside it.
  if (Array.isArray(allOf) && allOf.length === 1) return jsonSchemaValues(allOf[0], root, depth + 1);
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  return types.length === 1 && types[0] === 'boolean' ? ['true', 'false'] : undefined;
}

function unionValues(members: unknown[], root: unknown, depth: number): CandidateInput[] | undefined {
  const found = new Map<string, CandidateInput>();
  for (const option of members) {
    if (isAbsent(option)) continue;
    const values = jsonSchemaValues(option, root, depth + 1);
    if (values === undefined) return undefined;
    for (const value of values) found.set(typeof value === 'string' ? value : value.value, value);
  }
  return found.size > 0 ? [...found.values()] : undefined;
}

/** `null`, and what nothing fits (`{ not: {} }`, as converters write `undefined`), are no text to suggest. */
function isAbsent(option: unknown): boolean {
  const not = member(option, 'not');
  const fitsNothing = typeof not === 'object' && not !== null && Object.keys(not).length === 0;
  return fitsNothing || member(option, 'type') === 'null' || member(option, 'const') === null;
}

/** Local references only (`#/$defs/Name`), as converters write them. */
export function followReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = member(at, name);
  }
  return at;
}

/** A reference is a URI fragment (RFC 6901, section 6); one that is not well-formed is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function texts(values: unknown[]): string[] | undefined {
  const present = values.filter((value) => value !== null);
  const usable =
    present.length > 0 && present.every((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return usable ? [...new Set(present.map(String))] : undefined;
}
