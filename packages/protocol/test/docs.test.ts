import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLimits, maxValues, parseUriTemplate } from '@mcp-typeahead/protocol';

function read(name: string): string {
  return readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8');
}

/** The cells of the table that follows a heading, without the header row. */
function tableAfter(text: string, heading: string): string[][] {
  const section = text.slice(text.indexOf(`\n${heading}\n`) + 1).split(/\n#+ /)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

describe('docs/reference/limits.md', () => {
  it('has every limit of a request with its default, and no other', () => {
    const rows = tableAfter(read('limits.md'), '## `completion/complete`');
    const documented = rows.map(([name = '', limit = '']) => [
      codesIn(name)[0],
      Number(limit.replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(documented)).toEqual(defaultLimits);
    expect(read('limits.md')).toContain(`at most ${maxValues} values`);
  });
});

describe('docs/reference/uri-templates.md', () => {
  const text = read('uri-templates.md');

  it.each(tableAfter(text, '## Where several answers are possible'))(
    'is right about %s against %s',
    (template = '', uri = '', result = '') => {
      const expected = [...result.matchAll(/`(\w+)` = `([^`]+)`/g)].map(([, name = '', value = '']) => [
        name,
        value.startsWith('[') ? (JSON.parse(value.replaceAll("'", '"')) as string[]) : value,
      ]);
      expect(expected).not.toHaveLength(0);
      const found = parseUriTemplate(codesIn(template)[0] ?? '').match(codesIn(uri)[0] ?? '');
      expect(found).toEqual(Object.fromEntries(expected));
    },
  );

  const examples = tableAfter(text, '## Errors').flatMap(([code = '', cell = '']) =>
    cell.startsWith('`') ? codesIn(cell).map((example) => [example, codesIn(code)[0]] as const) : [],
  );

  it.each(examples)('is right that %s gives %s', (example, code) => {
    expect(() => parseUriTemplate(example)).toThrow(expect.objectContaining({ code }));
  });

  it('has examples of errors', () => {
    expect(examples).toHaveLength(7);
  });
});
