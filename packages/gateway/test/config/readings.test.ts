import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig, toCompletions, type GatewayConfig } from '../../src/config/index.js';

const parse = (text: string): GatewayConfig => parseConfig(text, { file: '/x/typeahead.yaml' });

async function firstOf(config: GatewayConfig, argument: string, value: string): Promise<string | undefined> {
  const { completion } = await toCompletions(config.completions).complete({
    params: { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: argument, value } },
    era: 'legacy',
  });
  return completion.values[0];
}

const misspelt = (): unknown =>
  parse(
    'completions:\n  readings: [pinyin, hangol]\n  prompts: { p: { a: { values: [x], readings: [tibetan] } } }',
  );

const severities =
  '[{ value: P0, title: Critical, aliases: [紧急, urgent] }, { value: P1, title: High }, P2, P3]';

describe('the readings of a configuration', () => {
  it.each(['紧急', 'jinji', 'jj', 'urgent', 'crit'])('find P0 for %s', async (typed) => {
    const config = parse(
      `completions: { prompts: { p: { severity: { values: ${severities}, readings: [pinyin] } } } }`,
    );
    expect(await firstOf(config, 'severity', typed)).toBe('P0');
  });

  it('are those of all scripts that it names, together', async () => {
    const config = parse(`
completions:
  prompts:
    p: { city: { values: [東京, サーバー, 독립문, Хабаровск, Αθήνα], readings: [pinyin, kana, hangul, cyrillic, greek] } }
`);
    for (const [typed, value] of [
      ['dongjing', '東京'],
      ['saba', 'サーバー'],
      ['ㄷㄹㅁ', '독립문'],
      ['habar', 'Хабаровск'],
      ['athina', 'Αθήνα'],
    ] as const) {
      expect(await firstOf(config, 'city', typed)).toBe(value);
    }
  });

  it('hold for every list that names none itself', async () => {
    const config = parse(`
completions:
  readings: [pinyin]
  prompts: { p: { all: [紧急], none: { values: [紧急], readings: [] }, other: { values: [紧急], readings: [kana] } } }
`);
    expect(await firstOf(config, 'all', 'jinji')).toBe('紧急');
    expect(await firstOf(config, 'none', 'jinji')).toBeUndefined();
    expect(await firstOf(config, 'other', 'jinji')).toBeUndefined();
  });

  it('are refused by name, with the one that was meant', () => {
    expect(misspelt).toThrow(ConfigError);
    expect(misspelt).toThrow(
      /2:22: expected one of: pinyin, kana, hangul, cyrillic, greek; did you mean "hangul"\?\n.*3:\d+: expected one of/,
    );
  });
});
