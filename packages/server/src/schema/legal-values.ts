import type { CandidateInput } from '@mcp-typeahead/rank';
import { jsonSchemaOf, jsonSchemaValues } from './json-schema.js';
import { innerSchemas, laterSchemas, maxSchemaDepth, member, zodDefinition } from './inner-schemas.js';

const booleans = ['true', 'false'];

/**
 * Every text that a schema allows, in its order; undefined if the set is not closed, or not known.
 * @param root where local references of a JSON Schema lead, if not to itself
 */
export function legalValues(schema: unknown, root?: unknown): readonly CandidateInput[] | undefined {
  const found = structuralValues(schema, 0);
  if (found !== undefined) return distinct(found);
  if (isLibrarySchema(schema)) return undefined;
  const json = jsonSchemaOf(schema);
  return json === undefined ? undefined : jsonSchemaValues(json, root ?? json);
}

/** zod and valibot are read as they are: their conversion to JSON Schema is missing in zod 3 and valibot. */
function isLibrarySchema(schema: unknown): boolean {
  return zodDefinition(schema) !== undefined || member(member(schema, '~standard'), 'vendor') === 'valibot';
}

function structuralValues(schema: unknown, depth: number): string[] | undefined {
  if (depth > maxSchemaDepth) return undefined;
  const own = ownValues(schema, depth);
  if (own !== 'wrapper') return own;
  for (const inner of innerSchemas(schema)) {
    const found = structuralValues(inner, depth + 1);
    if (found !== undefined) return found;
  }
  for (const later of laterSchemas(schema)) {
    const found = structuralValues(later, depth + 1);
    if (found !== undefined) return acceptedBy(schema, found);
  }
  return undefined;
}

/**
 * What is legal at the end of a pipe need not be at its beginning: `z.stringbool({ truthy: ['yes'] })` ends in a boolean and
 * refuses `true`. So the schema itself is asked: the texts are legal if each comes out as what it says.
 */
function acceptedBy(schema: unknown, found: string[]): string[] | undefined {
  const validate = member(member(schema, '~standard'), 'validate');
  if (typeof validate !== 'function') return undefined;
  const isAccepted = (text: string): boolean => {
    try {
      const result: unknown = (validate as (value: unknown) => unknown)(text);
      // A schema that needs time to answer is not waited for.
      if (result instanceof Promise) result.catch(() => undefined);
      return member(result, 'issues') === undefined && String(member(result, 'value')) === text;
    } catch {
      return false;
    }
  };
  return found.every(isAccepted) ? found : undefined;
}

function ownValues(schema: unknown, depth: number): string[] | undefined | 'wrapper' {
  const zod = zodDefinition(schema);
  const def = zod?.def ?? schema;
  switch (zod?.type ?? member(schema, 'type')) {
    case 'boolean':
      return isSchema(schema) ? booleans : 'wrapper';
    case 'enum':
    case 'nativeenum':
      return enumValues(member(def, 'entries') ?? member(def, 'enum') ?? member(def, 'values'));
    case 'picklist':
      return texts(member(def, 'options'));
    case 'literal':
      return texts(member(def, 'values') ?? [member(def, 'value') ?? member(def, 'literal')]);
    case 'union':
    case 'discriminatedunion':
      return unionValues(member(def, 'options'), depth);
    default:
      return 'wrapper';
  }
}

/** A JSON Schema of `{"type": "boolean"}` is not read here. */
function isSchema(schema: unknown): boolean {
  return zodDefinition(schema) !== undefined || member(schema, 'kind') === 'schema';
}

/** A TypeScript enum of numbers also maps numbers to names; those entries are not values. */
function enumValues(entries: unknown): string[] | undefined {
  if (Array.isArray(entries)) return texts(entries);
  if (typeof entries !== 'object' || entries === null) return undefined;
  const numbers = new Set(Object.values(entries).filter((value) => typeof value === 'number'));
  return texts(
    Object.entries(entries)
      .filter(([key]) => !numbers.has(Number(key)))
      .map(([, value]: [string, unknown]) => value),
  );
}

/** A union is closed if every member is; an absent value (`null`, `undefined`) is no text to suggest. */
function unionValues(options: unknown, depth: number): string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  const found: string[] = [];
  for (const option of options as unknown[]) {
    if (isAbsent(option)) continue;
    const values = structuralValues(option, depth + 1);
    if (values === undefined) return undefined;
    found.push(...values);
  }
  return found.length > 0 ? found : undefined;
}

function isAbsent(option: unknown): boolean {
  const zod = zodDefinition(option);
  const type = zod?.type ?? member(option, 'type');
  if (type !== 'literal') return type === 'null' || type === 'undefined' || type === 'void';
  const def = zod?.def ?? option;
  const literals = member(def, 'values') ?? [member(def, 'value') ?? member(def, 'literal')];
  return Array.isArray(literals) && literals.every((value) => value === null || value === undefined);
}

function texts(values: unknown): string[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const present = (values as unknown[]).filter((value) => value !== null && value !== undefined);
  if (present.length === 0 || present.some((value) => typeof value === 'object' || typeof value === 'symbol'))
    return undefined;
  return present.map(String);
}

function distinct(found: string[]): string[] {
  return [...new Set(found)];
}
