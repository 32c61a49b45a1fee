import { expect, test } from 'vitest';
import { limitRepeats } from '../src/limit-repeats.js';
import { createLog } from '../src/log.js';

test('a line has its level, and fields that cannot break it', () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  log.debug('not shown');
  log.info('hello\nthere', { text: 'a\n"b"', count: 2, isOn: true, absent: undefined });
  log.relay('as it stands');
  expect(lines).toEqual([
    'mcp-typeahead info hello there text="a\\n\\"b\\"" count=2 isOn=true',
    'as it stands',
  ]);
});

test('the level decides what is written', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level);
  expect(lines).toEqual(['mcp-typeahead warn warn', 'mcp-typeahead error error']);
});

test('a warning that comes again and again is written now and then, with what was left out', () => {
  let now = 0;
  const lines: string[] = [];
  const log = limitRepeats(createLog({ write: (line) => lines.push(line) }), () => now);
  for (let count = 0; count < 5; count += 1) log.warn('bad answer');
  log.error('another');
  log.info('news');
  log.info('news');
  now = 10_000;
  log.warn('bad answer', { faults: 'x' });
  now = 20_000;
  log.warn('bad answer');
  expect(lines).toEqual([
    'mcp-typeahead warn bad answer',
    'mcp-typeahead error another',
    'mcp-typeahead info news',
    'mcp-typeahead info news',
    'mcp-typeahead warn bad answer faults="x" leftOut=4',
    'mcp-typeahead warn bad answer',
  ]);
});
