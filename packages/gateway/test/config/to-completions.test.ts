import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Completions } from '@mcp-typeahead/server';
import { afterAll, describe, expect, it } from 'vitest';
import {
  parseConfig,
  previewConfig,
  toCompletions,
  type ToCompletionsOptions,
} from '../../src/config/index.js';

const folder = mkdtempSync(join(tmpdir(), 'typeahead-completions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
const config = (text: string): ReturnType<typeof parseConfig> =>
  parseConfig(text, { file: join(folder, 'typeahead.yaml') });
const completionsOf = (text: string, options?: ToCompletionsOptions): Completions =>
  toCompletions(config(text).completions, options);

const prompt = (name: string): CompletionRef => ({ type: 'ref/prompt', name });

async function valuesOf(
  completions: Completions,
  ref: CompletionRef,
  [name, value = '']: readonly [string, string?],
  filled: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const params = { ref, argument: { name, value }, context: { arguments: filled } };
  return (await completions.complete({ params, era: 'legacy' })).completion.values;
}

describe('the completions of a configuration', () => {
  it('answer with its values: titles and aliases are found, order is kept', async () => {
    const completions = completionsOf(`
completions:
  prompts:
    incident_report:
      severity: { values: [{ value: P0, title: Critical, aliases: [紧急, urgent] }, P1, P2, P3], strict: true }
`);
    const ref = prompt('incident_report');
    expect(await valuesOf(completions, ref, ['severity', 'P'])).toEqual(['P0', 'P1', 'P2', 'P3']);
    expect(await valuesOf(completions, ref, ['severity', 'urg'])).toEqual(['P0']);
    expect(await valuesOf(completions, ref, ['severity', '紧'])).toEqual(['P0']);
    expect(completions.find(ref, 'severity')?.options.strict).toBe(true);
    expect(completions.size).toBe(1);
  });

  it('answer for templates, and for URIs made from them', async () => {
    const completions = completionsOf(
      'completions: { resources: { "repo://{owner}/{repo-name}": { repo-name: [docs] } } }',
    );
    const uri = 'repo://{owner}/{repo-name}';
    expect(await valuesOf(completions, { type: 'ref/resource', uri }, ['repo-name'])).toEqual(['docs']);
    expect(
      await valuesOf(completions, { type: 'ref/resource', uri: 'repo://octo/d' }, ['repo-name']),
    ).toEqual(['docs']);
  });

  it('know the names that objects have of themselves', async () => {
    const completions = completionsOf(
      'completions: { prompts: { __proto__: { constructor: [a], __proto__: [b] } } }',
    );
    expect(completions.size).toBe(2);
    expect(await valuesOf(completions, prompt('__proto__'), ['constructor'])).toEqual(['a']);
    expect(await valuesOf(completions, prompt('__proto__'), ['__proto__'])).toEqual(['b']);
    expect(completions.find(prompt('toString'), 'constructor')).toBeUndefined();
  });

  it('follow a file at once, and keep its last good values', async () => {
    write('services.csv', 'name,owner\napi,ann\n');
    const errors: string[] = [];
    const completions = completionsOf(
      'completions: { prompts: { p: { a: { file: services.csv, column: name } } } }',
      {
        onSourceError: (error) => errors.push(error.code),
      },
    );
    const ask = (): Promise<readonly string[]> => valuesOf(completions, prompt('p'), ['a']);
    expect(await ask()).toEqual(['api']);
    write('services.csv', 'name,owner\napi,ann\nbilling,bob\n');
    expect(await ask()).toEqual(['api', 'billing']);
    write('services.csv', 'service,owner\napi,ann\nbilling,bob\n');
    expect(await ask()).toEqual(['api', 'billing']);
    expect(await ask()).toEqual(['api', 'billing']);
    expect(errors).toEqual(['unknown-column']);
  });

  it('wait for the arguments that they need, complete lists and guard what is sensitive', async () => {
    const completions = completionsOf(`
completions:
  prompts:
    p:
      framework: { values: [django, flask], needs: [language] }
      labels: { values: [bug, build], separator: "," }
      customer: { values: [acme, acorn], sensitive: { minLength: 2 } }
`);
    expect(await valuesOf(completions, prompt('p'), ['framework'])).toEqual([]);
    const filled = { language: 'python' };
    expect(await valuesOf(completions, prompt('p'), ['framework'], filled)).toEqual(['django', 'flask']);
    expect(await valuesOf(completions, prompt('p'), ['labels', 'bug,bui'])).toEqual(['bug,build']);
    expect(await valuesOf(completions, prompt('p'), ['customer', 'a'])).toEqual([]);
    expect(await valuesOf(completions, prompt('p'), ['customer', 'ac'])).toEqual(['acme', 'acorn']);
  });
});

describe('a preview', () => {
  it('asks every slot of every upstream, however many there are', async () => {
    const slots = Array.from({ length: 300 }, (_, index) => `a${index}: [x, y]`).join(', ');
    const text = `upstreams: { one: { command: c, completions: { prompts: { p: { ${slots} } } } }, two: { command: d } }`;
    const previews = await previewConfig(config(text), { value: 'y' });
    expect(previews).toHaveLength(300);
    expect(previews.at(-1)).toMatchObject({
      upstream: 'one',
      argument: 'a299',
      size: 2,
      values: ['y'],
      total: 1,
    });
  });
});
