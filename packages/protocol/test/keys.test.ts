import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refKey, requestKey } from '@mcp-typeahead/protocol';
import type { CompletionRef, RequestKeyParts } from '@mcp-typeahead/protocol';

const prompt: CompletionRef = { type: 'ref/prompt', name: 'greet' };

describe('refKey', () => {
  it('is the same for two spellings of one template', () => {
    expect(refKey({ type: 'ref/resource', uri: 'HTTPS://A.test/é/{x}' })).toBe(
      refKey({ type: 'ref/resource', uri: 'https://a.test/%C3%A9/{x}' }),
    );
  });

  it('tells a prompt from a resource and one prompt from another', () => {
    const keys = [
      refKey(prompt),
      refKey({ type: 'ref/resource', uri: 'greet' }),
      refKey({ type: 'ref/prompt', name: 'Greet' }),
      refKey({ type: 'ref/prompt', name: '' }),
      refKey({ type: 'ref/prompt', name: '__proto__' }),
      refKey({ type: 'ref/prompt', name: '\ud800' }),
      refKey({ type: 'ref/prompt', name: '\ufffd' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

function keyOf(context: Record<string, string>): string {
  return requestKey({ ref: prompt, argument: 'a', context });
}

describe('requestKey', () => {
  it('does not depend on the order of the context', () => {
    expect(keyOf({ x: '1', y: '2' })).toBe(keyOf({ y: '2', x: '1' }));
    expect(keyOf({ x: '1', y: '2' })).not.toBe(keyOf({ x: '2', y: '1' }));
  });

  it('tells an absent part from an empty one, but not an absent context', () => {
    const base = { ref: prompt, argument: 'a' };
    expect(requestKey(base)).not.toBe(requestKey({ ...base, value: '' }));
    expect(requestKey(base)).not.toBe(requestKey({ ...base, scope: '' }));
    expect(requestKey({ ...base, value: '' })).not.toBe(requestKey({ ...base, scope: '' }));
    expect(requestKey(base)).not.toBe(requestKey({ ...base, context: { a: '' } }));
    expect(requestKey(base)).toBe(requestKey({ ...base, context: {} }));
  });

  it('is different for different parts, whatever characters they hold', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ':', '[', ']', '\\', '\u0000', '\ud800') });
    const parts = fc.record<RequestKeyParts, 'ref' | 'argument'>(
      {
        ref: text.map((name): CompletionRef => ({ type: 'ref/prompt', name })),
        argument: text,
        value: text,
        context: fc.dictionary(text, text, { maxKeys: 1, noNullPrototype: true }),
        scope: text,
      },
      { requiredKeys: ['ref', 'argument'] },
    );
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        // fast-check's own text of a value tells any two apart.
        const isSame = fc.stringify({ context: {}, ...a }) === fc.stringify({ context: {}, ...b });
        expect(requestKey(a) === requestKey(b)).toBe(isSame);
      }),
    );
  });
});
