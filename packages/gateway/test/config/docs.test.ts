import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig, type ConfigErrorCode } from '../../src/config/index.js';

const pages = [
  'reference/configuration.md',
  'reference/cli.md',
  'reference/policy.md',
  'guide/operator.md',
  'guide/securing-completions.md',
].map((name) => ({
  name,
  text: readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'),
}));

const blocks = pages.flatMap(({ name, text }) =>
  Array.from(text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), (match, index) => ({
    name,
    index: index + 1,
    yaml: match[1] ?? '',
  })),
);

describe('the documentation', () => {
  it('has examples of a configuration', () => {
    expect(blocks.length).toBeGreaterThan(8);
  });

  it.each(blocks)('shows a valid configuration: $name, no. $index', ({ yaml }) => {
    expect(() => parseConfig(yaml, { file: '/x/typeahead.yaml', env: { WIKI_TOKEN: 'x' } })).not.toThrow();
  });

  it('names every code of an error', () => {
    // A record, so that a new code is a compile error here.
    const codes: Record<ConfigErrorCode, true> = {
      unreadable: true,
      'too-large': true,
      syntax: true,
      'duplicate-key': true,
      'unknown-key': true,
      'missing-key': true,
      'wrong-type': true,
      'bad-value': true,
      'missing-env': true,
      'invalid-template': true,
      'bad-source': true,
    };
    const table = pages[0]?.text.split('## Errors')[1] ?? '';
    for (const code of Object.keys(codes)) expect(table).toContain(`\`${code}\``);
  });

  it('names every key of the schema', () => {
    const schema = readFileSync(new URL('../../schema/typeahead.schema.json', import.meta.url), 'utf8');
    const keys = new Set<string>();
    JSON.parse(schema, (key, value: unknown) => {
      if (key === 'properties') for (const name of Object.keys(value as object)) keys.add(name);
      return value;
    });
    expect(keys.size).toBeGreaterThan(30);
    for (const key of keys)
      expect(pages[0]?.text, key).toMatch(new RegExp(`\`${key.replace('$', '\\$')}[\`:]`));
  });
});
