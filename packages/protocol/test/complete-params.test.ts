import { describe, expect, it } from 'vitest';
import { defaultLimits, parseCompleteParams, resolveLimits, WireError } from '@mcp-typeahead/protocol';

const ref = { type: 'ref/prompt', name: 'greet' };
const argument = { name: 'city', value: 'Pa' };

function refusal(params: unknown, limits?: Parameters<typeof parseCompleteParams>[1]): WireError {
  try {
    parseCompleteParams(params, limits);
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
  throw new Error('the parameters were accepted');
}

function long(length: number): string {
  return 'secret'.repeat(length).slice(0, length);
}

describe('parseCompleteParams', () => {
  it('gives the reference, the argument, the context and _meta', () => {
    const meta = { progressToken: 7 };
    const params = { ref, argument, context: { arguments: { country: 'fr' } }, _meta: meta };
    const parsed = parseCompleteParams(params);
    expect(parsed).toEqual({ ref, argument, context: { country: 'fr' }, meta });
    expect(parsed.meta).toBe(meta);
    const resource = { type: 'ref/resource', uri: 'db://{table}' };
    expect(parseCompleteParams({ ref: resource, argument }).ref).toEqual(resource);
  });

  it('accepts members that it does not know and leaves them out', () => {
    const parsed = parseCompleteParams({
      ref: { ...ref, title: 'T', uri: 5 },
      argument: { ...argument, extra: {} },
      context: { arguments: {}, more: 1 },
      other: true,
    });
    expect(parsed).toEqual({ ref, argument, context: {}, meta: {} });
  });

  it.each([
    ['no context', {}],
    ['a null context', { context: null }],
    ['an empty context', { context: {} }],
    ['null arguments', { context: { arguments: null } }],
    ['no arguments', { context: { arguments: {} } }],
    ['an undefined argument, which JSON cannot say', { context: { arguments: { a: undefined } } }],
    ['null _meta', { _meta: null }],
  ])('takes %s for an empty one', (_what, more) => {
    expect(parseCompleteParams({ ref, argument, ...more })).toEqual({ ref, argument, context: {}, meta: {} });
  });

  it.each(['', ' ', 'a\u0000b', '\ud800', 'é🙂', '__proto__', '{"a":1}', '\u202e', 'a'.repeat(1_024)])(
    'accepts any string as a value (%#)',
    (value) => {
      expect(parseCompleteParams({ ref, argument: { name: 'a', value } }).argument.value).toBe(value);
    },
  );

  const types = 'params.ref.type must be "ref/prompt" or "ref/resource"';
  it.each<[what: string, params: unknown, message: string]>([
    ['no params', undefined, 'params is missing: it must be an object'],
    ['null params', null, 'params must be an object, not null'],
    ['params that are an array', [], 'params must be an object, not an array'],
    ['params that are a string', 'secret', 'params must be an object, not a string'],
    ['no ref', { argument }, 'params.ref is missing: it must be an object'],
    ['a null ref', { ref: null, argument }, 'params.ref must be an object, not null'],
    ['a ref that is a string', { ref: 'ref/prompt', argument }, 'params.ref must be an object, not a string'],
    ['a ref that is an array', { ref: [], argument }, 'params.ref must be an object, not an array'],
    ['an empty ref', { ref: {}, argument }, types],
    ['a reference to a tool', { ref: { type: 'ref/tool', name: 'x' }, argument }, types],
    ['a type in the wrong case', { ref: { type: 'REF/PROMPT', name: 'x' }, argument }, types],
    ['a type that is no string', { ref: { type: 5 }, argument }, types],
    ['a type that objects inherit', { ref: { type: 'constructor' }, argument }, types],
    [
      'a prompt without a name',
      { ref: { type: 'ref/prompt' }, argument },
      'params.ref.name is missing: it must be a string',
    ],
    [
      'a prompt with a uri only',
      { ref: { type: 'ref/prompt', uri: 'x://y' }, argument },
      'params.ref.name is missing: it must be a string',
    ],
    [
      'a prompt with a null name',
      { ref: { type: 'ref/prompt', name: null }, argument },
      'params.ref.name must be a string, not null',
    ],
    [
      'a resource without a uri',
      { ref: { type: 'ref/resource', name: 'x' }, argument },
      'params.ref.uri is missing: it must be a string',
    ],
    [
      'a resource with a number',
      { ref: { type: 'ref/resource', uri: 1 }, argument },
      'params.ref.uri must be a string, not a number',
    ],
    ['no argument', { ref }, 'params.argument is missing: it must be an object'],
    ['a null argument', { ref, argument: null }, 'params.argument must be an object, not null'],
    [
      'an argument that is a string',
      { ref, argument: 'a' },
      'params.argument must be an object, not a string',
    ],
    [
      'an argument without a name',
      { ref, argument: { value: '' } },
      'params.argument.name is missing: it must be a string',
    ],
    [
      'an argument without a value',
      { ref, argument: { name: 'a' } },
      'params.argument.value is missing: it must be a string',
    ],
    [
      'a value that is a number',
      { ref, argument: { name: 'a', value: 5 } },
      'params.argument.value must be a string, not a number',
    ],
    [
      'a value that is null',
      { ref, argument: { name: 'a', value: null } },
      'params.argument.value must be a string, not null',
    ],
    [
      'a value that is an object',
      { ref, argument: { name: 'a', value: { secret: 1 } } },
      'params.argument.value must be a string, not an object',
    ],
    [
      'a value that is an array',
      { ref, argument: { name: 'a', value: ['secret'] } },
      'params.argument.value must be a string, not an array',
    ],
    [
      'a value that is a boolean',
      { ref, argument: { name: 'a', value: true } },
      'params.argument.value must be a string, not a boolean',
    ],
    [
      'a context that is a string',
      { ref, argument, context: 'secret' },
      'params.context must be an object, not a string',
    ],
    [
      'a context that is an array',
      { ref, argument, context: [] },
      'params.context must be an object, not an array',
    ],
    [
      'context arguments that are an array',
      { ref, argument, context: { arguments: [] } },
      'params.context.arguments must be an object, not an array',
    ],
    [
      'context arguments that are a string',
      { ref, argument, context: { arguments: 'secret' } },
      'params.context.arguments must be an object, not a string',
    ],
    [
      'a context argument that is a number',
      { ref, argument, context: { arguments: { a: 'x', nope: 5 } } },
      'params.context.arguments.nope must be a string, not a number',
    ],
    [
      'a context argument that is null',
      { ref, argument, context: { arguments: { nope: null } } },
      'params.context.arguments.nope must be a string, not null',
    ],
    [
      'a context argument whose name is no plain name',
      { ref, argument, context: { arguments: { 'a secret\n': {} } } },
      'An entry of params.context.arguments must be a string, not an object',
    ],
    ['_meta that is a string', { ref, argument, _meta: 'x' }, 'params._meta must be an object, not a string'],
  ])('refuses %s', (_what, params, message) => {
    expect(refusal(params)).toMatchObject({ code: -32602, message, data: undefined });
  });

  it('looks at own properties only', () => {
    const inherited = Object.create({ ref, argument }) as unknown;
    expect(refusal(inherited).message).toBe('params.ref is missing: it must be an object');
    expect(refusal({ ref: Object.create(ref) as unknown, argument }).message).toBe(types);
  });

  it('takes names that objects inherit for ordinary names', () => {
    const parsed = parseCompleteParams(
      JSON.parse(
        '{"ref":{"type":"ref/prompt","name":"__proto__"},"argument":{"name":"constructor","value":"x"},' +
          '"context":{"arguments":{"__proto__":"p","toString":"t"}}}',
      ),
    );
    expect(parsed.ref).toEqual({ type: 'ref/prompt', name: '__proto__' });
    expect(parsed.argument.name).toBe('constructor');
    expect(Object.getPrototypeOf(parsed.context)).toBeNull();
    expect(Object.entries(parsed.context)).toEqual([
      ['__proto__', 'p'],
      ['toString', 't'],
    ]);
  });

  describe('limits', () => {
    it.each<[what: string, params: unknown, message: string]>([
      [
        'a value',
        { ref, argument: { name: 'a', value: long(1_025) } },
        'params.argument.value is longer than 1024 characters',
      ],
      [
        'the name of an argument',
        { ref, argument: { name: long(257), value: '' } },
        'params.argument.name is longer than 256 characters',
      ],
      [
        'the name of a prompt',
        { ref: { type: 'ref/prompt', name: long(257) }, argument },
        'params.ref.name is longer than 256 characters',
      ],
      [
        'a uri',
        { ref: { type: 'ref/resource', uri: long(8_193) }, argument },
        'params.ref.uri is longer than 8192 characters',
      ],
      [
        'the name of a context argument',
        { ref, argument, context: { arguments: { [long(257)]: 'x' } } },
        'params.context.arguments has a name of more than 256 characters',
      ],
      [
        'the number of context arguments',
        {
          ref,
          argument,
          context: { arguments: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, ''])) },
        },
        'params.context.arguments has more than 64 entries',
      ],
    ])('bound %s, and the message says so without quoting it', (_what, params, message) => {
      expect(refusal(params)).toMatchObject({ code: -32602, message });
    });

    it('accept what is exactly as long as they allow', () => {
      const parsed = parseCompleteParams({
        ref: { type: 'ref/resource', uri: long(8_192) },
        argument: { name: long(256), value: long(1_024) },
        context: {
          arguments: Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`a${i}`, long(4_096)])),
        },
      });
      expect(Object.keys(parsed.context)).toHaveLength(64);
    });

    it('leave out a context value that is too long and keep its siblings', () => {
      const context = { arguments: { file: long(4_097), language: 'ts' } };
      expect(parseCompleteParams({ ref, argument, context }).context).toEqual({ language: 'ts' });
    });

    it('can be set one by one', () => {
      expect(refusal({ ref, argument }, { maxValueLength: 1 }).message).toBe(
        'params.argument.value is longer than 1 characters',
      );
      const value = long(100_000);
      const parsed = parseCompleteParams(
        { ref, argument: { name: 'a', value } },
        { maxValueLength: Infinity },
      );
      expect(parsed.argument.value).toBe(value);
    });
  });
});

describe('resolveLimits', () => {
  it('fills in the defaults and leaves them alone', () => {
    expect(resolveLimits()).toEqual(defaultLimits);
    expect(resolveLimits({ maxNameLength: 0 })).toEqual({ ...defaultLimits, maxNameLength: 0 });
    expect(defaultLimits.maxNameLength).toBe(256);
  });

  it.each([-1, 1.5, NaN, -Infinity, '5' as unknown as number])('refuses %s', (limit) => {
    expect(() => resolveLimits({ maxValueLength: limit })).toThrow(RangeError);
  });
});
