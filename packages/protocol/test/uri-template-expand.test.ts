import { describe, expect, it } from 'vitest';
import { parseUriTemplate } from '@mcp-typeahead/protocol';
import type { TemplateValues } from '@mcp-typeahead/protocol';
import { rfcExamples, rfcVariables } from './rfc-6570-examples.js';

function expand(template: string, values: TemplateValues): string {
  return parseUriTemplate(template).expand(values);
}

describe.each(Object.entries(rfcExamples))('RFC 6570, %s', (_section, examples) => {
  it.each(examples)('%s expands to %s', (template, expansion) => {
    expect(expand(template, rfcVariables)).toBe(expansion);
  });
});

describe('expand', () => {
  it('leaves out undefined variables, empty lists and empty maps with their separators', () => {
    expect(expand('/x{/a,b}{?c,d*}', {})).toBe('/x');
    expect(expand('/x{?a,b,c*,d*}', { a: undefined, b: '1', c: [], d: {} })).toBe('/x?b=1');
  });

  it('keeps an empty string apart from an undefined one', () => {
    expect(expand('app://users{?name}', { name: '' })).toBe('app://users?name=');
    expect(expand('app://users{?name}', {})).toBe('app://users');
  });

  it('encodes reserved characters of a value, except for + and #', () => {
    const values = { a: 'docs/read me.txt?x#y&z=é🙂' };
    const encoded = 'docs%2Fread%20me.txt%3Fx%23y%26z%3D%C3%A9%F0%9F%99%82';
    expect(expand('a://{a}', values)).toBe(`a://${encoded}`);
    expect(expand('a://x{?a}', values)).toBe(`a://x?a=${encoded}`);
    expect(expand('a://{+a}', values)).toBe('a://docs/read%20me.txt?x#y&z=%C3%A9%F0%9F%99%82');
  });

  it('encodes every kind of character as encodeURIComponent does', () => {
    for (const a of [
      '\u007f',
      '\u0080',
      '\u07ff',
      '\u0800',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
      'é漢🙂\n"<>\\^`|',
    ]) {
      expect(expand('{a}', { a })).toBe(encodeURIComponent(a));
    }
  });

  it('lets triplets of a value stand for + and # only', () => {
    expect(expand('{a}|{+a}', { a: '%2f%zz%' })).toBe('%252f%25zz%25%7C%2f%25zz%25');
  });

  it('encodes literals that a URI cannot hold and keeps the others as they are', () => {
    expect(expand('file:///Docs/café/my file%20%41/{a}', { a: 'x' })).toBe(
      'file:///Docs/caf%C3%A9/my%20file%20%41/x',
    );
  });

  it('counts a prefix in code points', () => {
    expect(expand('{a:2}', { a: '🙂🙂🙂' })).toBe('%F0%9F%99%82%F0%9F%99%82');
    expect(expand('{a:3}', { a: 'é%é%' })).toBe('%C3%A9%25%C3%A9');
  });

  it('refuses a prefix of a list or a map', () => {
    for (const a of [['x'], { x: 'y' }]) {
      expect(() => expand('p/{a:1}', { a })).toThrow(
        expect.objectContaining({ code: 'prefix-of-list', position: 2, expression: '{a:1}' }),
      );
    }
  });

  it('looks at own properties only', () => {
    expect(expand('x{/constructor}{?toString,__proto__}', {})).toBe('x');
    const values = JSON.parse('{"__proto__": "p", "constructor": "c"}') as TemplateValues;
    expect(expand('x{/constructor}{?__proto__}', values)).toBe('x/c?__proto__=p');
  });

  it('expands lists of any length', () => {
    const list = Array.from({ length: 300_000 }, () => 'x');
    expect(expand('{list*}', { list })).toHaveLength(599_999);
  });

  it('writes U+FFFD for a lone surrogate', () => {
    expect(expand('{a}{+b}', { a: '\ud800', b: 'x\udc00y' })).toBe('%EF%BF%BDx%EF%BF%BDy');
  });
});
