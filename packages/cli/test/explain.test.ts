import { extensionKey } from '@mcp-typeahead/protocol';
import { describe, expect, it } from 'vitest';
import { explainAnswer } from '../src/commands/explain-answer.js';
import { explanationNote, explanationTable } from '../src/commands/explanation-table.js';
import { fixtureServer, runMain, temporaryFolder } from './run-main.js';

const { write } = temporaryFolder();

const onArgument = (argument: string, value: string): string[] => [
  'complete',
  '--prompt',
  argument === 'severity' ? 'incident_report' : 'code_review',
  '--argument',
  argument,
  '--value',
  value,
  '--explain',
];

describe('complete --explain', () => {
  it('ranks what a plain server answers, and says that the order is not its own', async () => {
    const { code, stdout, stderr } = await runMain([...onArgument('language', 'ty'), '--', ...fixtureServer]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^value {7}band {4}score {3}field {2}ranges {2}text\ntypescript {2}prefix {2}0\.\d{4} {2}value {2}0-2 {5}typescript\n$/,
    );
    expect(stderr).toContain('1 value, total 1, no more\n');
    expect(stderr).toContain('The server does not say why. The order is its own');
  });

  it('adds the explanation to the result as JSON', async () => {
    const { stdout } = await runMain([...onArgument('language', 'ty'), '--json', '--', ...fixtureServer]);
    expect(JSON.parse(stdout)).toMatchObject({
      completion: { values: ['typescript'] },
      explanation: {
        by: 'here',
        values: [
          { value: 'typescript', band: 'prefix', field: 'value', text: 'typescript', ranges: [[0, 2]] },
        ],
      },
    });
  });

  it('has a gateway say why, by aliases and readings too', async () => {
    const config = write(
      'explained.yaml',
      `completions:
  prompts:
    incident_report:
      severity: { values: [{ value: P0, title: Critical, aliases: [紧急, urgent] }, P1], readings: [pinyin] }
`,
    );
    const cli = new URL('../bin/mcp-typeahead.js', import.meta.url).pathname;
    const gateway = [
      process.execPath,
      cli,
      'serve',
      '-c',
      config,
      '--log-level',
      'error',
      '--',
      ...fixtureServer,
    ];
    const matches = [];
    for (const typed of ['jinji', 'urg', 'cri', 'p0']) {
      const { stdout } = await runMain([...onArgument('severity', typed), '--json', '--', ...gateway]);
      const { explanation } = JSON.parse(stdout) as {
        explanation: NonNullable<ReturnType<typeof explainAnswer>>;
      };
      expect(explanation.by).toBe('server');
      matches.push(explanation.values[0]);
    }
    const score = expect.any(Number);
    expect(matches).toEqual([
      { value: 'P0', band: 'folded', score, field: 'reading', text: 'P0', ranges: [] },
      { value: 'P0', band: 'prefix', score, field: 'alias', text: 'urgent', ranges: [[0, 3]] },
      { value: 'P0', band: 'prefix', score, field: 'title', text: 'Critical', ranges: [[0, 3]] },
      { value: 'P0', band: 'folded', score, field: 'value', text: 'P0', ranges: [[0, 2]] },
    ]);
  });
});

const answer = (values: unknown[], items?: unknown) => ({
  completion: { values },
  _meta: { [extensionKey]: { items } },
});

describe('an explanation', () => {
  it('counts what does not match here, which the server may know by other names', () => {
    const explanation = explainAnswer(answer(['P0', 'urgent']), 'urg')!;
    expect(explanation.values[0]).toEqual({ value: 'P0' });
    expect(explanationTable(explanation).split('\n')[1]).toBe('P0      -       -       -      -       -');
    expect(explanationNote(explanation)).toContain('1 does not match there');
  });

  it('ranks by the titles that a server gives', () => {
    const { by, values } = explainAnswer(answer(['P0'], [{ title: 'Critical' }]), 'crit')!;
    expect(by).toBe('here');
    expect(values).toMatchObject([{ value: 'P0', band: 'prefix', field: 'title', text: 'Critical' }]);
  });

  it('keeps to the form, whatever stands in the place of one', () => {
    for (const items of [null, 'abc', ['abc'], [{ match: 'abc' }], [{ match: { score: '1' } }], { 0: {} }]) {
      expect(explainAnswer(answer(['abc'], items), 'a')).toMatchObject({ by: 'here' });
    }
    const odd = [{ match: { score: 1, text: 'a\nb', field: 'value', band: 7, ranges: [1, [0], [0, 1]] } }];
    const explanation = explainAnswer(answer(['a\nb'], odd), 'a')!;
    expect(explanation.values[0]).toEqual({
      value: 'a\nb',
      score: 1,
      field: 'value',
      text: 'a\nb',
      ranges: [[0, 1]],
    });
    expect(explanationTable(explanation).split('\n')).toHaveLength(3);
  });

  it('keeps its columns below each other for letters of any width', () => {
    const [first = '', second = ''] = explanationTable({
      by: 'here',
      values: [{ value: '紧急' }, { value: 'abcd' }],
    })
      .split('\n')
      .slice(1);
    expect(first.indexOf('-') + 2).toBe(second.indexOf('-'));
  });

  it.each([null, 'x', {}, { completion: { values: 'a' } }])('is none when the result is %j', (result) => {
    expect(explainAnswer(result, '')).toBeUndefined();
  });
});
