import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTemplate, parseUriTemplate, sameTemplate } from '@mcp-typeahead/protocol';
import type { TemplateMatch } from '@mcp-typeahead/protocol';

const anyText = fc.string({ unit: 'binary' }).filter((text) => !/[\ud800-\udfff]/u.test(text));
const filled = anyText.filter((text) => text !== '');

describe('expand, then match', () => {
  // Templates in which no value can reach beyond its place.
  const cases: [template: string, values: fc.Arbitrary<TemplateMatch>][] = [
    ['repo://{owner}/{repo}/readme', fc.record({ owner: filled, repo: filled })],
    ['file:///docs/café/{name}', fc.record({ name: filled })],
    ['https://{tenant}.Example.com/{id}', fc.record({ tenant: filled.map(withoutDots), id: filled })],
    ['a://x{/b,c}', fc.record({ b: anyText, c: anyText })],
    ['a://x{/b*}', fc.record({ b: fc.array(anyText, { minLength: 1 }) })],
    ['a://x{.b*}', fc.record({ b: fc.array(anyText.map(withoutDots), { minLength: 1 }) })],
    ['a://x{;b,c}', fc.record({ b: anyText, c: anyText }, { requiredKeys: [] })],
    ['a://x{;b*}', fc.record({ b: fc.array(anyText, { minLength: 1 }) })],
    ['a://{p}{?b,c}', fc.record({ p: filled, b: anyText, c: anyText }, { requiredKeys: ['p'] })],
    ['a://x{?b,c*}{&d}', fc.record({ b: anyText, c: fc.array(anyText, { minLength: 1 }), d: anyText })],
    ['a://x?y=1{&b,c}', fc.record({ b: anyText, c: anyText }, { requiredKeys: [] })],
    ['a://x?b={b}&c={c}', fc.record({ b: filled, c: filled })],
    ['a://x{#b}', fc.record({ b: anyText.map(withoutPercent) })],
    ['a://{+b}', fc.record({ b: filled.map(withoutPercent) })],
    ['{b,c}/{d*}', fc.record({ b: filled, c: anyText, d: fc.array(filled, { minLength: 1 }) })],
  ];

  it.each(cases)('%s gives the values back', (template, values) => {
    const parsed = parseUriTemplate(template);
    fc.assert(
      fc.property(values, (given) => {
        expect({ ...parsed.match(parsed.expand(given)) }).toEqual({ ...given });
      }),
    );
  });
});

/** Dots and triplets are the delimiters that an expansion does not encode. */
function withoutDots(text: string): string {
  return text.replaceAll('.', '-');
}

function withoutPercent(text: string): string {
  return text.replaceAll('%', '-');
}

function numbered(text: string, index: number): string {
  return text.replace('V', `v${index}`);
}

describe('match', () => {
  /** The rule, as a regular expression: slow, since it backtracks, and obvious. */
  const reference: Record<string, string> = {
    '{V}': '(?<V>[^/?#]+?)',
    '{+V}': '(?<V>.+?)',
    '{/V}': '(?:/(?<V>[^/?#]+?|))?',
    '{.V}': '(?:\\.(?<V>[^/?#]+?|))?',
    '{#V}': '(?:#(?<V>.+?|))?',
    '{V:2}': '(?<V>[^/?#]{1,2}?)',
    a: 'a',
    b: 'b',
    '/': '/',
    '.': '\\.',
    'ab/a': 'ab/a',
  };
  const templates = fc.array(fc.constantFrom(...Object.keys(reference)), { maxLength: 7 }).map((parts) => {
    return {
      template: parts.map(numbered).join(''),
      pattern: new RegExp(`^${parts.map((part, index) => numbered(reference[part] ?? '', index)).join('')}$`),
    };
  });
  const uris = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '#'), maxLength: 12 });

  it('finds what a backtracking regular expression finds', () => {
    fc.assert(
      fc.property(templates, uris, ({ template, pattern }, uri) => {
        const groups = pattern.exec(uri);
        const expected =
          groups === null
            ? undefined
            : Object.fromEntries(
                Object.entries(groups.groups ?? {}).filter(([, value]) => value !== undefined),
              );
        expect(parseUriTemplate(template).match(uri)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('throws for no template that parses and no text', () => {
    const pieces = fc.constantFrom(
      '{a}',
      '{+b}',
      '{/c*}',
      '{?d,e}',
      '{&f}',
      '{;g}',
      '{#h:2}',
      '{.i}',
      'é%',
      '/',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.string({ unit: 'binary' }), (parts, uri) => {
        expect(() => parseUriTemplate(parts.join('')).match(uri)).not.toThrow();
      }),
    );
  });

  it('finds the same in two spellings of a URI', () => {
    const template = parseUriTemplate('x:/{a}/{+b}{?c}');
    const value = fc.string({
      unit: fc.constantFrom('a', '-', 'é', ' ', '🙂', '%C3%A9', '%41', '%c3%a9'),
      minLength: 1,
    });
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const uri = `x:/${a}/${b}?c=${c}`;
        expect(template.match(normalizeTemplate(uri))).toEqual(template.match(uri));
      }),
    );
  });
});

describe('decoding', () => {
  it('agrees with decodeURIComponent, which throws where we keep what is there', () => {
    const unit = fc.constantFrom(
      'a',
      '%41',
      '%C3',
      '%A9',
      '%E2',
      '%82',
      '%AC',
      '%ED',
      '%F0',
      '%9F',
      '%F4',
      '%C0',
      '%25',
    );
    const template = parseUriTemplate('{v}');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 6 }), (text) => {
        const decoded = template.match(text)?.['v'];
        let expected: string | string[] | undefined;
        try {
          expected = decodeURIComponent(text);
        } catch {
          expected = decoded;
        }
        expect(decoded).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('normalizeTemplate', () => {
  it('changes nothing when applied again, and never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom('A', 'é', '%', '4', '1', 'c', '{', '}', '/', ':', '@', '?', 'x:', '\ud800'),
    });
    fc.assert(
      fc.property(text, (template) => {
        const once = normalizeTemplate(template);
        expect(normalizeTemplate(once)).toBe(once);
        expect(sameTemplate(template, once)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
