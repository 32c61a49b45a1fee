import { expect, test } from 'vitest';
import { createNameReview, type ConfiguredNames, type SeenList } from '../../src/engine/name-review.js';
import { configOf } from '../support/config.js';
import { createRecordingLog } from '../support/recording-log.js';

const namesOf = (text: string): ConfiguredNames => configOf(text).completions;

function promptsOf(prompts: Record<string, string[] | undefined>): SeenList {
  return {
    kind: 'prompts',
    names: new Set(Object.keys(prompts)),
    argumentsOf: (name) => prompts[name],
  };
}

function templatesOf(...templates: string[]): SeenList {
  return { kind: 'resources', names: new Set(templates), argumentsOf: () => undefined };
}

function reviewOf(text: string) {
  const log = createRecordingLog();
  const state = { names: namesOf(text) };
  return { log, state, review: createNameReview({ names: () => state.names, log }) };
}

const warning = 'mcp-typeahead warn the configuration completes';

test('a misspelt prompt is told, with the one that was meant', () => {
  const { log, review } = reviewOf('prompts:\n  args-promt: { city: [Lyon] }');
  review.see(promptsOf({ 'args-prompt': ['city'], simple: [] }));
  expect(log.lines).toEqual([
    `${warning} prompt "args-promt", which the server does not list (did you mean "args-prompt"? it lists: "args-prompt", "simple")`,
  ]);
});

test('so is an argument of a listed prompt', () => {
  const { log, review } = reviewOf(
    'prompts:\n  p: { cty: [a], state: [b] }\n  q: { a: [c] }\n  r: { a: [d] }',
  );
  review.see(promptsOf({ p: ['city', 'state'], q: [], r: undefined }));
  expect(log.lines).toEqual([
    `${warning} argument "cty" of prompt "p", which the server does not list (did you mean "city"? it lists: "city", "state")`,
    `${warning} argument "a" of prompt "q", which the server does not list (it lists none)`,
  ]);
});

test('a template may be spelled otherwise, but not be another one', () => {
  const { log, review } = reviewOf(
    'resources:\n  "REPO://{a}": { a: [x] }\n  "city://{nation}": { nation: [y] }',
  );
  review.see(templatesOf('repo://{a}', 'city://{country}'));
  expect(log.lines).toEqual([
    `${warning} template "city://{nation}", which the server does not list (it lists: "repo://{a}", "city://{country}")`,
  ]);
});

test('each name is told once, and again after a reload', () => {
  const { log, review, state } = reviewOf('prompts:\n  a: { x: [1] }');
  const list = promptsOf({ b: [] });
  review.see(list);
  review.see(list);
  review.see(promptsOf({ c: [] }));
  expect(log.lines).toHaveLength(1);
  state.names = namesOf('prompts:\n  a: { x: [1] }\n  b: {}');
  review.see(list);
  expect(log.lines).toHaveLength(2);
});

test('a list that changed is compared again', () => {
  const { log, review } = reviewOf('prompts:\n  a: { x: [1] }\n  b: { x: [1] }');
  review.see(promptsOf({ a: ['x'], b: ['x'] }));
  review.see(promptsOf({ a: ['x'] }));
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toContain('prompt "b"');
});

test('neither a long list nor a configuration for another server fills the log', () => {
  const many = Array.from({ length: 200 }, (_, index) => `  prompt${index}: { x: [1] }`).join('\n');
  const { log, review } = reviewOf(`prompts:\n${many}`);
  const listed = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`${index}${'n'.repeat(500)}`, []]),
  );
  review.see(promptsOf(listed));
  expect(log.lines).toHaveLength(21);
  expect(log.lines[0]).toContain('… 4992 more)');
  expect(Math.max(...log.lines.map(({ length }) => length))).toBeLessThan(1_200);
});

test('what was not seen since the configuration was taken is known', () => {
  const { review, state } = reviewOf('prompts:\n  a: { x: [1] }');
  expect(review.unseen).toEqual(['prompts']);
  review.see(promptsOf({ a: ['x'] }));
  expect(review.unseen).toEqual([]);
  state.names = namesOf('prompts:\n  a: { x: [1] }\nresources:\n  "a://{b}": { b: [1] }');
  expect(review.unseen).toEqual(['prompts', 'resources']);
});
