import { describe, expect, it } from 'vitest';
import {
  normalizeTemplate,
  parseCompleteParams,
  parseUriTemplate,
  prepareUri,
} from '@mcp-typeahead/protocol';

/** Generous for a machine under load, and far below what anything worse than linear needs for these inputs. */
const bound = 2_000;

function millisecondsOf(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

describe('time', () => {
  it('BUG-045 exploded variables, unclosed braces and long lists of names end at once', () => {
    const path = parseUriTemplate('/users{/id*}');
    const uri = `/users/${'u,'.repeat(50_000)}X/`;
    expect(millisecondsOf(() => path.match(uri))).toBeLessThan(bound);
    expect(path.match(uri)).toEqual({ id: [`${'u,'.repeat(50_000)}X`, ''] });

    const query = parseUriTemplate('x{?tags*}');
    const tags = `x?${'tags=a&'.repeat(14_000)}`;
    expect(millisecondsOf(() => query.match(tags))).toBeLessThan(bound);
    expect(query.match(tags)?.['tags']).toHaveLength(14_000);

    for (const uri of ['{'.repeat(200_000), `x{?${'a,'.repeat(100_000)}b}`, `x{?${'a,'.repeat(4_000)}b}`]) {
      const ref = { type: 'ref/resource', uri };
      expect(millisecondsOf(() => normalizeTemplate(uri))).toBeLessThan(bound);
      expect(() => parseUriTemplate(uri)).toThrow(expect.objectContaining({ name: 'UriTemplateError' }));
      if (uri.length <= 8_192) continue;
      expect(() => parseCompleteParams({ ref, argument: { name: 'a', value: '' } })).toThrow(
        expect.objectContaining({ code: -32602 }),
      );
    }
  });

  it('BUG-045 neighbour: one long URI is told from hundreds of templates at once', () => {
    const templates = Array.from({ length: 300 }, (_, at) =>
      parseUriTemplate(`https://api.test/v1/{a}/r${at}/{b}{?q*}`),
    );
    const uri = `https://api.test/v1/${'é'.repeat(20_000)}`;
    const matchAll = (): unknown[] => {
      const prepared = prepareUri(uri);
      return templates.map((template) => prepared && template.match(prepared));
    };
    expect(millisecondsOf(matchAll)).toBeLessThan(bound);
    expect(new Set(matchAll())).toEqual(new Set([undefined]));
  });

  it.each<[what: string, template: string, uri: string]>([
    ['a long literal that almost occurs everywhere', `{+a}${'a'.repeat(4_000)}b{+c}`, 'a'.repeat(131_072)],
    ['a long literal that occurs everywhere', `{+a}${'a'.repeat(4_000)}{+c}`, 'a'.repeat(131_072)],
    ['many variables side by side', '{+a}{+b}{+c}{+d}'.repeat(16), 'x'.repeat(8_000)],
    ['many optional segments', '{/a,b,c,d}'.repeat(16), '/x'.repeat(30_000)],
    ['a prefix on each variable', '{a:9999}{b:9999}/'.repeat(16), 'é'.repeat(10_000)],
    ['alternating literals', '{+a}ab'.repeat(64), 'ab'.repeat(20_000)],
    ['invalid triplets', '{a}', '%FF%'.repeat(30_000)],
    ['lone continuation bytes', '{a}', '%80'.repeat(40_000)],
  ])('is bounded for %s', (_what, template, uri) => {
    const parsed = parseUriTemplate(template);
    expect(millisecondsOf(() => parsed.match(uri))).toBeLessThan(bound);
  });
});
