import { describe, expect, it } from 'vitest';
import { normalizeTemplate, sameTemplate } from '@mcp-typeahead/protocol';

describe('normalizeTemplate', () => {
  it.each([
    ['file:///docs/café/{name}', 'file:///docs/caf%C3%A9/{name}'],
    ['file:///docs/caf%c3%a9/{name}', 'file:///docs/caf%C3%A9/{name}'],
    ['file:///my docs/{+path}{?q*}', 'file:///my%20docs/{+path}{?q*}'],
    ['x://a/%41%7E/{n}', 'x://a/A~/{n}'],
    ['HTTPS://Three.TEST:8080/Docs/{N}', 'https://three.test:8080/Docs/{N}'],
    ['https://User:Pass@Host/{n}', 'https://User:Pass@host/{n}'],
    ['https://Bücher.Test/{n}', 'https://b%C3%BCcher.test/{n}'],
    ['https://{Tenant}.Host/{n}', 'https://{Tenant}.host/{n}'],
    ['https://{Tenant:3}.Host:{port}/X', 'https://{Tenant:3}.host:{port}/X'],
    ['https://host{/Path}Tail', 'https://host{/Path}Tail'],
    ['https://host{?Q}Tail', 'https://host{?Q}Tail'],
    ['{scheme}://Host/X', '{scheme}://host/X'],
    ['Users/{id}', 'Users/{id}'],
    ['/A:B/{id}', '/A:B/{id}'],
    ['config://App/Main', 'config://app/Main'],
    ['x://100%/{n}', 'x://100%25/{n}'],
    ['', ''],
  ])('%s becomes %s, which it leaves as it is', (template, expected) => {
    expect(normalizeTemplate(template)).toBe(expected);
    expect(normalizeTemplate(expected)).toBe(expected);
  });

  it('keeps expressions as they are, valid or not', () => {
    expect(normalizeTemplate('X://A/{user-id}{é}{}')).toBe('x://a/{user-id}{é}{}');
  });

  it.each(['X://{a', 'X://a}', '{'.repeat(200_000), 'É'.repeat(8_193)])(
    'returns what is no template unchanged (%#)',
    (text) => {
      expect(normalizeTemplate(text)).toBe(text);
    },
  );
});

describe('sameTemplate', () => {
  it('holds for two spellings of one template', () => {
    expect(sameTemplate('file:///docs/café/{name}', 'file:///docs/caf%C3%A9/{name}')).toBe(true);
    expect(sameTemplate('HTTPS://three.test/docs/{n}', 'https://THREE.test/docs/{n}')).toBe(true);
    expect(sameTemplate('{', '{')).toBe(true);
  });

  it.each([
    ['https://one.test/docs/{n}', 'https://two.test/docs/{n}'],
    ['http://one.test/docs/{n}', 'https://one.test/docs/{n}'],
    ['https://one.test/docs/{n}', 'https://one.test/Docs/{n}'],
    ['x://a/{n}', 'x://a/{N}'],
    ['x://a/{n}', 'x://a/{+n}'],
    ['x://a/{n}', 'x://a/'],
    ['x://a%2Fb/{n}', 'x://a/b/{n}'],
    ['{', '{{'],
  ])('does not hold for %s and %s', (a, b) => {
    expect(sameTemplate(a, b)).toBe(false);
  });
});
