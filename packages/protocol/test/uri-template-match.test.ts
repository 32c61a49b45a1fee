import { describe, expect, it } from 'vitest';
import { parseUriTemplate } from '@mcp-typeahead/protocol';
import type { TemplateMatch } from '@mcp-typeahead/protocol';
import { rfcExamples } from './rfc-6570-examples.js';

function match(template: string, uri: string): TemplateMatch | undefined {
  return parseUriTemplate(template).match(uri);
}

type Row = [template: string, uri: string, expected: TemplateMatch | undefined];

describe('match', () => {
  it.each<Row>([
    ['repo://{owner}/{repo}', 'repo://octo/hello', { owner: 'octo', repo: 'hello' }],
    ['repo://{owner}/{repo}', 'repo://octo/hello/issues', undefined],
    ['repo://{owner}/{repo}/readme', 'repo://octo/hello/readme', { owner: 'octo', repo: 'hello' }],
    ['file://workspace/{project}/{path}', 'file://workspace/p/a.ts', { project: 'p', path: 'a.ts' }],
    ['file://workspace/{project}/{path}', 'file://workspace/p/src/a.ts', undefined],
    ['file://workspace/{project}/{+path}', 'file://workspace/p/src/a.ts', { project: 'p', path: 'src/a.ts' }],
    ['b://{+path}', 'b://docs/readme.txt', { path: 'docs/readme.txt' }],
    ['a://{path}', 'a://docs%2Freadme.txt', { path: 'docs/readme.txt' }],
    ['a://{path}', 'a://docs/readme.txt', undefined],
    ['config://app', 'config://app', {}],
    ['config://app', 'config://app2', undefined],
    ['urn:isbn:{n}', 'urn:isbn:0-19:x', { n: '0-19:x' }],
    ['', '', {}],
    ['', 'x', undefined],
  ])('%s against %s', (template, uri, expected) => {
    expect(match(template, uri)).toEqual(expected);
  });

  describe('where several answers are possible', () => {
    it.each<Row>([
      // A literal occurs more often than the template has it.
      ['a{x}b', 'aXbYb', { x: 'XbY' }],
      ['a{x}b{y}c', 'a1b2b3c', { x: '1', y: '2b3' }],
      ['a{x}b', 'aXbYbc', undefined],
      ['ab{x}ba', 'aba', undefined],
      ['{x}aab', 'aaaab', { x: 'aa' }],
      // The first variable takes the fewest characters that let the rest match.
      ['{a}{b}', 'xyz', { a: 'x', b: 'yz' }],
      ['{a}{b}', 'x', undefined],
      ['{+a}/{+b}', 'x/y/z', { a: 'x', b: 'y/z' }],
      ['{+dir}/{name}.md', 'a/b.md/c.md', { dir: 'a/b.md', name: 'c' }],
      ['{name}{.ext}', 'file.tar.gz', { name: 'file', ext: 'tar.gz' }],
      ['{+path}{?q}', 'a/b?q=1', { path: 'a/b', q: '1' }],
      ['{+path}{/rest*}', 'a/b/c', { path: 'a', rest: ['b', 'c'] }],
      // One character rather than none, where an operator allows none.
      ['{/a}{b}', '/xy', { a: 'x', b: 'y' }],
      ['{/a}{b}', '/x', { a: '', b: 'x' }],
    ])('%s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  describe('operators', () => {
    it.each<Row>([
      ['{x,y}', '1,2', { x: '1', y: '2' }],
      ['{x,y}', '1', { x: '1' }],
      ['{x,y}', '1,', { x: '1', y: '' }],
      ['{x,y}', '1,2,3', { x: '1', y: '2,3' }],
      ['{list*}', 'red,green', { list: ['red', 'green'] }],
      ['{list}', 'red,green', { list: 'red,green' }],
      ['{+x,y}/z', 'a/b,c/z', { x: 'a/b', y: 'c' }],
      ['x{#f}', 'x#a/b?c', { f: 'a/b?c' }],
      ['x{#f}', 'x', {}],
      ['x{#f}', 'x#', { f: '' }],
      ['x{#f,g}', 'x#1,2', { f: '1', g: '2' }],
      ['x{#f,g}', 'x,2', undefined],
      ['x{.a,b}', 'x.1.2', { a: '1', b: '2' }],
      ['x{.a*}', 'x.1.2', { a: ['1', '2'] }],
      ['x{.a}', 'x', {}],
      ['x{/a,b}', 'x/1/2', { a: '1', b: '2' }],
      ['x{/a,b}', 'x/1', { a: '1' }],
      ['x{/a,b}', 'x/1/2/3', undefined],
      ['x{/a}', 'x/', { a: '' }],
      ['x{/a}', 'x', {}],
      ['x{/a*}', 'x/1/2/', { a: ['1', '2', ''] }],
      ['x{/dir*,name}', 'x/1/2/3', { dir: ['1', '2'], name: '3' }],
      ['x{/dir*,name}', 'x/1', { dir: ['1'] }],
      ['x{/a}/edit', 'x/edit', {}],
      ['x{/a}/edit', 'x/1/edit', { a: '1' }],
      ['x{;a,b}', 'x;b=2;a', { a: '', b: '2' }],
      ['x{;a*}', 'x;a=1;z=0;a=2', { a: ['1', '2'] }],
      ['x{;a}/y', 'x;a=1/y', { a: '1' }],
      ['?fixed=yes{&x}', '?fixed=yes&x=1', { x: '1' }],
      ['?fixed=yes{&x}', '?fixed=yes', {}],
      ['x{?q}#top', 'x?q=1#top', { q: '1' }],
      ['x{?q}{#f}', 'x?q=1#2', { q: '1', f: '2' }],
    ])('%s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });

    const emptyBare = new Set(['O{empty}X', 'O{undef}X', 'O{+empty}X', 'O{+undef}X']);
    const examples = Object.values(rfcExamples).flat();

    it.each(examples.filter(([template]) => !emptyBare.has(template)))(
      'finds the RFC expansion of %s, which is %s',
      (template, expansion) => {
        expect(match(template, expansion)).toBeDefined();
      },
    );

    it.each(examples.filter(([template]) => emptyBare.has(template)))(
      'finds nothing for %s in %s: a variable without an operator of its own is not empty',
      (template, expansion) => {
        expect(match(template, expansion)).toBeUndefined();
      },
    );
  });

  describe('query', () => {
    it('BUG-040 takes query parameters in any order, some of them, and others besides', () => {
      const template = 'dom://{pageId}{?selector,includeText}';
      expect(match(template, 'dom://x')).toEqual({ pageId: 'x' });
      expect(match(template, 'dom://x?selector=body')).toEqual({ pageId: 'x', selector: 'body' });
      expect(match(template, 'dom://x?includeText=true')).toEqual({ pageId: 'x', includeText: 'true' });
      expect(match(template, 'dom://x?includeText=true&selector=a%20b')).toEqual({
        pageId: 'x',
        selector: 'a b',
        includeText: 'true',
      });
      expect(match(template, 'dom://x?other=1')).toEqual({ pageId: 'x' });
      expect(match(template, 'dom://x?')).toEqual({ pageId: 'x' });
      expect(match(template, 'dom://x?&&selector=a&')).toEqual({ pageId: 'x', selector: 'a' });
      expect(match(template, 'dom://?selector=a')).toBeUndefined();
      expect(match('dom://{pageId}', 'dom://x?selector=a')).toBeUndefined();
    });

    it.each<Row>([
      ['x{?a}{&b}', 'x?b=2&a=1', { a: '1', b: '2' }],
      ['x{?a}{&b}{&c}', 'x?c=3&b=2', { b: '2', c: '3' }],
      ['x{?a}{&b}', 'x&b=2', { b: '2' }],
      ['x{?a}', 'x?a', { a: '' }],
      ['x{?a}', 'x?a=', { a: '' }],
      ['x{?a}', 'x?a=b=c?d/e', { a: 'b=c?d/e' }],
      ['x{?a}', 'x?a=1&a=2', { a: '1' }],
      ['x{?a*}', 'x?a=1&b=0&a=2', { a: ['1', '2'] }],
      ['x{?a*}', 'x?b=0', {}],
      ['x{?a}', 'x?a=1+2%2B3', { a: '1+2+3' }],
      ['x{?caf%C3%A9}', 'x?café=1', { 'caf%C3%A9': '1' }],
      ['x{?a:2}', 'x?a=12', { a: '12' }],
      ['x{?a:2}', 'x?a=123', undefined],
      // A query that the template spells out.
      ['users://search?q={query}&page={page}', 'users://search?q=a/b&page=2', { query: 'a/b', page: '2' }],
      ['users://search?q={query}', 'users://search?q=a&page=2', undefined],
    ])('%s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  describe('the same variable twice', () => {
    it.each<Row>([
      ['{a}/{a}', 'x/x', { a: 'x' }],
      ['{a}/{a}', 'x/y', undefined],
      ['{/var:1,var}', '/v/value', { var: 'value' }],
      ['{/var,var:1}', '/value/v', { var: 'value' }],
      ['{/var:1,var}', '/x/value', undefined],
      ['{/var:5,var}', '/va/value', undefined],
      ['{/var:1,var:3}', '/v/val', { var: 'val' }],
      ['{/a*}{?a*}', '/1/2?a=1&a=2', { a: ['1', '2'] }],
      ['{/a*}{?a*}', '/1/2?a=1', undefined],
      ['{a}{?a*}', '1?a=1', undefined],
    ])('stands for one value: %s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  describe('prefix modifiers', () => {
    it.each<Row>([
      ['{a:3}', 'abc', { a: 'abc' }],
      ['{a:3}', 'abcd', undefined],
      ['{a:2}/x', '%C3%A9🙂/x', { a: 'é🙂' }],
      ['{a:1}/x', '%C3%A9🙂/x', undefined],
      ['{/a:3}{/b}', '/abc/d', { a: 'abc', b: 'd' }],
      ['{a:1}{b}', 'xyz', { a: 'x', b: 'yz' }],
      ['{x:3,y}', 'abcd,e', undefined],
    ])('bound the characters taken: %s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  describe('encoding', () => {
    it.each<Row>([
      ['file:///docs/café/{name}', 'file:///docs/café/a.txt', { name: 'a.txt' }],
      ['file:///docs/café/{name}', 'file:///docs/caf%C3%A9/a.txt', { name: 'a.txt' }],
      ['file:///docs/caf%c3%a9/{name}', 'file:///docs/café/a.txt', { name: 'a.txt' }],
      ['file:///my docs/{name}', 'file:///my%20docs/a b', { name: 'a b' }],
      ['x://%41/{n}', 'x://A/%7e', { n: '~' }],
      ['x://{n}', 'x://é🙂 %C3%A9', { n: 'é🙂 é' }],
      // Triplets that are no UTF-8, and a percent sign that begins none, are taken as they stand.
      ['x://{n}', 'x://%FF%zz%', { n: '%FF%zz%' }],
      ['x://{n}', 'x://%C3%28%E2%82', { n: '%C3(%E2%82' }],
      ['x://{n}', 'x://%C0%AF%ED%A0%80%F4%90%80%80', { n: '%C0%AF%ED%A0%80%F4%90%80%80' }],
      ['x://100%/{n}', 'x://100%25/a', { n: 'a' }],
      ['x://{n}', 'x://\ud800', { n: '\ufffd' }],
      ['x://{n}', 'x://a%00b', { n: 'a\u0000b' }],
      // No variable or literal begins or ends inside an encoded character.
      ['{a}A9', '%C3%A9', undefined],
      ['{a}{b}', '%C3%A9', undefined],
      ['{a}{b}{c}', '🙂éx', { a: '🙂', b: 'é', c: 'x' }],
      ['x://{n}', 'x://{n}', { n: '{n}' }],
    ])('%s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  describe('scheme and host', () => {
    it.each<Row>([
      ['HTTPS://three.test/docs/{n}', 'https://Three.TEST/docs/Carol', { n: 'Carol' }],
      ['https://three.test/docs/{n}', 'https://three.test/DOCS/x', undefined],
      ['https://one.test/docs/{n}', 'https://two.test/docs/x', undefined],
      ['https://{tenant}.Example.com/{n}', 'https://ACME.example.COM/N', { tenant: 'ACME', n: 'N' }],
      ['https://Ann@Host.test/{n}', 'https://Ann@host.TEST/x', { n: 'x' }],
      ['https://Ann@Host.test/{n}', 'https://ann@host.test/x', undefined],
      ['repo://{owner}/Readme', 'REPO://Octo/Readme', { owner: 'Octo' }],
      ['repo://{owner}/Readme', 'repo://Octo/readme', undefined],
      ['URN:Example:{n}', 'urn:Example:x', { n: 'x' }],
      ['URN:Example:{n}', 'urn:example:x', undefined],
      ['{+any}Abc', 'x://hostAbc', { any: 'x://host' }],
      ['{/a}Abc', '/xAbc', { a: 'x' }],
    ])('do not distinguish case, all else does: %s against %s', (template, uri, expected) => {
      expect(match(template, uri)).toEqual(expected);
    });
  });

  it('gives an object without a prototype, in which any name is an ordinary key', () => {
    const found = match('x://{__proto__}/{constructor}{?toString*}', 'x://a/b?toString=c');
    expect(Object.getPrototypeOf(found)).toBeNull();
    expect(Object.entries(found ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', ['c']],
    ]);
    expect(match('x://{a}', 'x://1')).not.toHaveProperty('constructor');
  });

  it('matches no URI longer than 131072 characters', () => {
    const template = parseUriTemplate('{+a}');
    expect(template.match('a'.repeat(131_072))).toBeDefined();
    expect(template.match('a'.repeat(131_073))).toBeUndefined();
  });
});
