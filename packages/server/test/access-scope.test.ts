import { describe, expect, it } from 'vitest';
import { AccessScopes } from '../src/pipeline/access-scope.js';

const scopeOf = (scopes: AccessScopes, rights: unknown): string =>
  scopes.of({ id: 'ada', claims: { rights } });

class Role {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  get name(): string {
    return this.#name;
  }
}

const circular = (): object => {
  const claims: Record<string, unknown> = {};
  claims['self'] = claims;
  return claims;
};

describe('the access scope', () => {
  it.each([
    ['members in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['equal sets', new Set(['read', 'write']), new Set(['write', 'read'])],
    ['equal maps', new Map([['a', [1]]]), new Map([['a', [1]]])],
    ['equal dates', new Date(5), new Date(5)],
    ['equal big integers', 5n, 5n],
  ])('is one for %s', (_what, one, other) => {
    const scopes = new AccessScopes();
    expect(scopeOf(scopes, one)).toBe(scopeOf(scopes, other));
  });

  it.each([
    ['sets', new Set(['admin']), new Set(['guest'])],
    ['maps', new Map([['a', 1]]), new Map([['a', 2]])],
    ['a set and a list', new Set(['a']), ['a']],
    ['a number and its text', 1, '1'],
    ['a number and a big integer', 1, 1n],
    ['what is not a number and null', NaN, null],
    ['null and nothing', null, undefined],
    ['an empty list and an empty object', [], {}],
    ['one text and two', ['a,b'], ['a', 'b']],
    ['dates', new Date(5), new Date(6)],
    ['regular expressions', /a/, /b/],
    ['functions', () => 1, () => 2],
    ['objects that keep to themselves what they are', new Role('admin'), new Role('guest')],
    ['objects that contain themselves', circular(), circular()],
  ])('is two for different %s', (_what, one, other) => {
    const scopes = new AccessScopes();
    expect(scopeOf(scopes, one)).not.toBe(scopeOf(scopes, other));
  });

  it('is one for an object that cannot be read but is the same', () => {
    const scopes = new AccessScopes();
    const role = new Role('admin');
    expect(scopeOf(scopes, role)).toBe(scopeOf(scopes, role));
  });

  it('keeps ids apart from claims, and nobody from everybody', () => {
    const scopes = new AccessScopes();
    const all = [
      undefined,
      { id: '' },
      { id: 'a' },
      { id: 'a', claims: {} },
      { id: 'a {}' },
      { id: '"a" {}' },
    ];
    expect(new Set(all.map((principal) => scopes.of(principal))).size).toBe(all.length);
  });
});
