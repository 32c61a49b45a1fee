import { describe, expect, it } from 'vitest';
import { parseUriTemplate, UriTemplateError } from '@mcp-typeahead/protocol';
import type { UriTemplateErrorCode } from '@mcp-typeahead/protocol';

function errorOf(action: () => unknown): UriTemplateError {
  try {
    action();
  } catch (error) {
    if (error instanceof UriTemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('parseUriTemplate', () => {
  it('lists distinct variables in the order of their first occurrence', () => {
    expect(parseUriTemplate('x://{b}/{a}/{b}{?c,a:3}{#d*}').variables).toEqual(['b', 'a', 'c', 'd']);
    expect(parseUriTemplate('config://app').variables).toEqual([]);
    expect(parseUriTemplate('').variables).toEqual([]);
  });

  it('accepts every form of a variable name that RFC 6570 has', () => {
    const names = ['a', 'A1_b', '0', 'geo.lat', 'caf%C3%A9', '_', '__proto__', 'constructor'];
    expect(parseUriTemplate(`{${names.join(',')}}`).variables).toEqual(names);
  });

  const invalid: [template: string, code: UriTemplateErrorCode, position: number, expression?: string][] = [
    ['file:///{namespace?}/x', 'invalid-expression', 8, '{namespace?}'],
    ['{}', 'invalid-expression', 0, '{}'],
    ['{?}', 'invalid-expression', 0, '{?}'],
    ['a{!b}', 'invalid-expression', 1, '{!b}'],
    ['{=b}', 'invalid-expression', 0, '{=b}'],
    ['{@b}', 'invalid-expression', 0, '{@b}'],
    ['{|b*}', 'invalid-expression', 0, '{|b*}'],
    ['{??b}', 'invalid-expression', 0, '{??b}'],
    ['{/?id}', 'invalid-expression', 0, '{/?id}'],
    ['{$var}', 'invalid-expression', 0, '{$var}'],
    ['{a,}', 'invalid-expression', 0, '{a,}'],
    ['{,a}', 'invalid-expression', 0, '{,a}'],
    ['{a,,b}', 'invalid-expression', 0, '{a,,b}'],
    ['{a b}', 'invalid-expression', 0, '{a b}'],
    ['{ a}', 'invalid-expression', 0, '{ a}'],
    ['{x, y}', 'invalid-expression', 0, '{x, y}'],
    ['{a..b}', 'invalid-expression', 0, '{a..b}'],
    ['{a.}', 'invalid-expression', 0, '{a.}'],
    ['{a%4}', 'invalid-expression', 0, '{a%4}'],
    ['{a%zz}', 'invalid-expression', 0, '{a%zz}'],
    ['{é}', 'invalid-expression', 0, '{é}'],
    ['{a=1}', 'invalid-expression', 0, '{a=1}'],
    ['{a:}', 'invalid-expression', 0, '{a:}'],
    ['{a:0}', 'invalid-expression', 0, '{a:0}'],
    ['{a:10000}', 'invalid-expression', 0, '{a:10000}'],
    ['{a:1.5}', 'invalid-expression', 0, '{a:1.5}'],
    ['{a:prefix}', 'invalid-expression', 0, '{a:prefix}'],
    ['{a:2*}', 'invalid-expression', 0, '{a:2*}'],
    ['{a*:2}', 'invalid-expression', 0, '{a*:2}'],
    ['{a**}', 'invalid-expression', 0, '{a**}'],
    ['{*a}', 'invalid-expression', 0, '{*a}'],
    ['{user-id}', 'invalid-expression', 0, '{user-id}'],
    ['x://{a{b}', 'invalid-expression', 4, '{a{b}'],
    ['/{id', 'unclosed-expression', 1],
    ['{', 'unclosed-expression', 0],
    ['/id*}', 'unopened-expression', 4],
    ['{a}}', 'unopened-expression', 3],
  ];

  it.each(invalid)(
    'refuses %s with a code, the position and the expression',
    (template, code, position, text) => {
      const error = errorOf(() => parseUriTemplate(template));
      expect(error).toMatchObject({ name: 'UriTemplateError', code, position, expression: text });
      expect(error.message).toContain(`position ${position}`);
      expect(error.message).toContain(text ?? '');
    },
  );

  it('says that an operator stands first when it stands last', () => {
    const error = errorOf(() => parseUriTemplate('file:///{namespace?}'));
    expect(error.message).toBe(
      'Expression {namespace?} at position 8: the operator "?" stands first, after the "{"',
    );
  });

  it('cuts a long expression in the message', () => {
    const error = errorOf(() => parseUriTemplate(`{${'a-'.repeat(2_000)}}`));
    expect(error.expression).toHaveLength(80);
    expect(error.message.length).toBeLessThan(250);
  });

  it('accepts hyphens in names on request', () => {
    const template = parseUriTemplate('x://{user-id}/{?a-b*}', { allowHyphens: true });
    expect(template.variables).toEqual(['user-id', 'a-b']);
    expect(template.match('x://7/?a-b=1')).toEqual({ 'user-id': '7', 'a-b': ['1'] });
  });

  it('refuses a template longer than 8192 characters, or than the limit given', () => {
    expect(parseUriTemplate('x'.repeat(8_192)).variables).toEqual([]);
    expect(errorOf(() => parseUriTemplate('x'.repeat(8_193))).code).toBe('template-too-long');
    expect(errorOf(() => parseUriTemplate('abc', { maxLength: 2 })).code).toBe('template-too-long');
  });

  it('refuses more than 256 variables, or than the limit given', () => {
    expect(parseUriTemplate('{a}'.repeat(256)).variables).toEqual(['a']);
    expect(errorOf(() => parseUriTemplate('{a}'.repeat(257)))).toMatchObject({
      code: 'too-many-variables',
      position: 256 * 3,
    });
    expect(errorOf(() => parseUriTemplate('{?a,b,c}', { maxVariables: 2 })).code).toBe('too-many-variables');
  });
});
