import { createCompletions, enumOf } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';

enum Level {
  low,
  high,
}
enum Team {
  Core = 'core',
  Ops = 'ops',
}

interface Recursive {
  next: Recursive | null;
}
const endless: z.ZodType<Recursive> = z.lazy(() => endless);

const ab = ['a', 'b'];

/** Schemas with a closed set of values. */
const closed: [what: string, schema: unknown, expected: string[]][] = [
  ['zod 4 enum', z.enum(['a', 'b']), ab],
  ['zod 4 literal of two', z.literal(['a', 'b']), ab],
  ['zod 4 union of literals', z.union([z.literal('a'), z.literal('b')]), ab],
  ['zod 4 union of enums', z.union([z.enum(['a']), z.enum(['b', 'a'])]), ab],
  ['zod 4 union with null', z.union([z.literal('a'), z.literal('b'), z.null(), z.undefined()]), ab],
  ['zod 4 enum of numbers', z.enum(Level), ['0', '1']],
  ['zod 4 enum of strings', z.enum(Team), ['core', 'ops']],
  ['zod 4 boolean', z.boolean(), ['true', 'false']],
  ['zod 4 coerced boolean', z.coerce.boolean(), ['true', 'false']],
  ['zod 4 stringbool', z.stringbool(), ['true', 'false']],
  ['zod 4 optional', z.enum(['a', 'b']).optional(), ab],
  ['zod 4 default', z.enum(['a', 'b']).default('a'), ab],
  ['zod 4 nullable', z.enum(['a', 'b']).nullable(), ab],
  ['zod 4 describe', z.enum(['a', 'b']).describe('Which'), ab],
  ['zod 4 all, one way', z.enum(['a', 'b']).describe('Which').optional().nullable().default('a'), ab],
  ['zod 4 all, another way', z.enum(['a', 'b']).default('a').nullable().optional().describe('Which'), ab],
  ['zod 4 catch, readonly, brand', z.enum(['a', 'b']).catch('a').readonly().brand('x'), ab],
  ['zod 4 refined', z.enum(['a', 'b']).refine(() => true), ab],
  ['zod 4 transform', z.enum(['a', 'b']).transform((text) => text.length), ab],
  ['zod 4 preprocess', z.preprocess((text) => text, z.enum(['a', 'b'])), ab],
  ['zod 4 pipe', z.string().pipe(z.enum(['a', 'b'])), ab],
  ['zod 4 lazy', z.lazy(() => z.enum(['a', 'b'])), ab],
  ['zod 4 union with a literal null', z.union([z.literal('a'), z.literal('b'), z.literal(null)]), ab],
  ['zod 4 text of a boolean', z.preprocess((text) => text === 'true', z.boolean()), ['true', 'false']],
  [
    'zod 4 normalised text',
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['a', 'b'])),
    ab,
  ],
  [
    'zod 4 text to number',
    z
      .string()
      .transform(Number)
      .pipe(z.literal([1, 2])),
    ['1', '2'],
  ],
  [
    'zod 4 piped and wrapped',
    z
      .string()
      .pipe(z.enum(['a', 'b']))
      .optional()
      .describe('Which'),
    ab,
  ],
  ['zod 3 enum', z3.enum(['a', 'b']), ab],
  ['zod 3 native enum', z3.nativeEnum(Level), ['0', '1']],
  ['zod 3 union of literals', z3.union([z3.literal('a'), z3.literal('b')]), ab],
  ['zod 3 boolean', z3.boolean(), ['true', 'false']],
  ['zod 3 union with a literal null', z3.union([z3.literal('a'), z3.literal('b'), z3.literal(null)]), ab],
  ['zod 3 preprocess', z3.preprocess((text) => text, z3.enum(['a', 'b'])), ab],
  ['zod 3 pipe', z3.string().pipe(z3.enum(['a', 'b'])), ab],
  ['zod 3 lazy', z3.lazy(() => z3.enum(['a', 'b'])), ab],
  ['zod 3 all, one way', z3.enum(['a', 'b']).describe('Which').optional().nullable().default('a'), ab],
  ['zod 3 all, another way', z3.enum(['a', 'b']).default('a').nullable().optional().describe('Which'), ab],
  [
    'zod 3 transform, refine, brand',
    z3
      .enum(['a', 'b'])
      .refine(() => true)
      .transform(String)
      .brand('x'),
    ab,
  ],
  ['valibot picklist', v.picklist(['a', 'b']), ab],
  ['valibot enum', v.enum(Team), ['core', 'ops']],
  ['valibot union', v.union([v.literal('a'), v.literal('b')]), ab],
  ['valibot boolean', v.boolean(), ['true', 'false']],
  ['valibot union with null', v.union([v.literal('a'), v.literal('b'), v.null()]), ab],
  ['valibot lazy', v.lazy(() => v.picklist(['a', 'b'])), ab],
  ['valibot pipe', v.pipe(v.string(), v.toLowerCase(), v.picklist(['a', 'b'])), ab],
  ['valibot wrapped', v.nullish(v.optional(v.pipe(v.picklist(['a', 'b']), v.description('Which'))), 'a'), ab],
  ['arktype union', type("'a' | 'b'"), ab],
  ['arktype boolean', type('boolean'), ['true', 'false']],
  ['arktype nullable', type("'a' | 'b' | null"), ab],
  ['JSON Schema enum', { type: 'string', enum: ['a', 'b', null] }, ab],
  ['JSON Schema const', { const: 'a' }, ['a']],
  ['JSON Schema anyOf with a const null', { anyOf: [{ const: 'a' }, { const: 'b' }, { const: null }] }, ab],
  ['JSON Schema anyOf with nothing', { anyOf: [{ not: {} }, { enum: ['a', 'b'] }] }, ab],
  [
    'JSON Schema reference in allOf',
    { description: 'Which', allOf: [{ $ref: '#/$defs/X' }], $defs: { X: { enum: ['a', 'b'] } } },
    ab,
  ],
  [
    'JSON Schema reference that is encoded',
    { $ref: '#/$defs/My%20Type', $defs: { 'My Type': { enum: ['a', 'b'] } } },
    ab,
  ],
  ['JSON Schema oneOf', { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }, ab],
  ['JSON Schema anyOf with null', { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, ab],
  ['JSON Schema boolean', { type: ['boolean', 'null'] }, ['true', 'false']],
  ['JSON Schema by reference', { $ref: '#/$defs/Letter', $defs: { Letter: { enum: ['a', 'b'] } } }, ab],
  ['JSON Schema through the SDK', fromJsonSchema({ type: 'string', enum: ['a', 'b'] }), ab],
];

/** Schemas without. */
const open: [what: string, schema: unknown][] = [
  ['zod 4 string', z.string()],
  ['zod 4 union with a string', z.union([z.enum(['a']), z.string()])],
  ['zod 4 number', z.number().optional()],
  ['zod 4 array of an enum', z.array(z.enum(['a', 'b']))],
  ['zod 4 object', z.object({ a: z.enum(['a']) })],
  ['zod 4 null', z.null()],
  ['zod 4 that contains itself', endless],
  ['zod 3 string', z3.string().optional()],
  ['zod 3 array of an enum', z3.array(z3.enum(['a', 'b']))],
  ['valibot string', v.optional(v.string())],
  ['valibot union with a string', v.union([v.literal('a'), v.string()])],
  ['arktype string', type('string')],
  ['JSON Schema string', { type: 'string' }],
  ['JSON Schema of two types', { type: ['boolean', 'string'] }],
  ['JSON Schema that refers to itself', { $ref: '#' }],
  ['JSON Schema that refers to nothing', { $ref: '#/$defs/constructor' }],
  ['zod 4 stringbool of other words', z.stringbool({ truthy: ['yes'], falsy: ['no'] })],
  [
    'zod 4 boolean made of other words',
    z
      .string()
      .transform((text) => text === 'y')
      .pipe(z.boolean()),
  ],
  ['zod 4 pipe behind what throws', z.preprocess((text) => JSON.parse(text as string), z.enum(['a', 'b']))],
  [
    'zod 4 pipe behind what takes time',
    z
      .string()
      .transform((text) => Promise.resolve(text))
      .pipe(z.enum(['a', 'b'])),
  ],
  ['valibot lazy that wants to see the input', v.lazy((input) => (input as { of: never }).of)],
  ['JSON Schema reference to itself', { $ref: '#' }],
  ['JSON Schema with an object among its values', { enum: ['a', {}] }],
  ['nothing', undefined],
  ['text', 'enum'],
];

describe('enumOf', () => {
  it.each(closed)('reads %s', async (_what, schema, expected) => {
    expect((await testCompleter(enumOf(schema)).complete('')).values).toEqual(expected);
  });

  it.each(open)('refuses %s', (_what, schema) => {
    expect(() => testCompleter(enumOf(schema))).toThrow(/closed set of values/);
  });

  it('is strict, and shows titles', async () => {
    const severity = enumOf({ oneOf: [{ const: 'P0', title: 'Critical' }] });
    expect(severity.options.strict).toBe(true);
    expect((await testCompleter(severity).complete('crit')).items).toMatchObject([{ title: 'Critical' }]);
  });
});

const prompts: [library: string, schema: unknown][] = [
  ['zod 4', z.object({ severity: z.enum(['P0', 'P1']).optional(), note: z.string(), urgent: z.boolean() })],
  [
    'zod 4, refined and transformed',
    z
      .object({ severity: z.enum(['P0', 'P1']), note: z.string(), urgent: z.boolean() })
      .refine(() => true)
      .transform((all) => all),
  ],
  ['zod 4, as a record', { severity: z.enum(['P0', 'P1']), note: z.string(), urgent: z.boolean() }],
  [
    'zod 3',
    z3.object({ severity: z3.enum(['P0', 'P1']).nullable(), note: z3.string(), urgent: z3.boolean() }),
  ],
  ['valibot', v.object({ severity: v.picklist(['P0', 'P1']), note: v.string(), urgent: v.boolean() })],
  ['arktype', type({ severity: "'P0' | 'P1'", note: 'string', urgent: 'boolean' })],
  [
    'JSON Schema',
    {
      type: 'object',
      properties: { severity: { $ref: '#/$defs/S' }, note: { type: 'string' }, urgent: { type: 'boolean' } },
      $defs: { S: { enum: ['P0', 'P1'] } },
    },
  ],
  [
    'JSON Schema behind a reference',
    {
      $ref: '#/definitions/Report',
      definitions: {
        Report: {
          type: 'object',
          properties: { severity: { enum: ['P0', 'P1'] }, note: {}, urgent: { type: 'boolean' } },
        },
      },
    },
  ],
  [
    'JSON Schema through the SDK',
    fromJsonSchema({
      type: 'object',
      properties: { severity: { enum: ['P0', 'P1'] }, note: {}, urgent: { type: 'boolean' } },
    }),
  ],
];

describe('schemas of prompts', () => {
  it.each(prompts)('give completions for their closed arguments, in %s', async (_library, schema) => {
    const completions = createCompletions({
      schemas: { report: schema },
      prompts: { report: { note: ['calm'] } },
    });
    const ask = async (name: string) => {
      const params = { ref: { type: 'ref/prompt', name: 'report' }, argument: { name, value: '' } };
      return (await completions.complete({ params, era: 'legacy' })).completion.values;
    };
    expect(await ask('severity')).toEqual(['P0', 'P1']);
    expect(await ask('urgent')).toEqual(['true', 'false']);
    expect(await ask('note')).toEqual(['calm']);
    expect(await ask('constructor')).toEqual([]);
    expect(completions.size).toBe(3);
  });

  it.each(prompts)('make a misspelt argument an error, in %s', (_library, schema) => {
    const build = () =>
      createCompletions({ schemas: { report: schema }, prompts: { report: { sevrity: ['P0'] } } });
    expect(build).toThrow(
      expect.objectContaining({
        code: 'undeclared-argument',
        message: expect.stringMatching(/there is: .*severity/),
      }),
    );
  });
});
