import { createPromptForm } from '@mcp-typeahead/client/forms';
import type { LinkEvent } from '@mcp-typeahead/client';
import { describe, expect, test } from 'vitest';
import { extensionKey } from '@mcp-typeahead/protocol';
import { result, rpcError, startingWith } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const steps = (events: readonly LinkEvent[]): string[] =>
  events.map((event) => {
    const count = 'count' in event ? event.count : undefined;
    const parts = [event.link, event.outcome, event.argument, event.valueLength, count];
    return parts.filter((part) => part !== undefined).join(' ');
  });

describe('the observer', () => {
  test('is told of each step of the five links, with lengths and counts', async () => {
    const { client, clock, events, typeahead } = setUp({ answer: startingWith(['secretA', 'secretB']) });
    Object.assign(client, { getPrompt: async () => ({ messages: [] }) });
    const form = createPromptForm(typeahead, { name: 'p', arguments: [{ name: 'one' }, { name: 'two' }] });
    const field = form.field('one');
    field.open();
    await clock.advance(50);
    field.reportShown();
    field.input('sec');
    field.reportShown();
    field.reportShown();
    field.select('secretB');
    form.field('two').input('x');
    form.field('two').input('xy');
    form.field('two').close();
    await form.submit();
    expect(steps(events)).toEqual([
      'capability declared',
      'request sent one 0 0',
      'result values one 0 2',
      'render shown one 0 2',
      'request narrowed one 3 2',
      'render shown one 3 2',
      'render selected one 7',
      'request sent two 1 1',
      'request debounced two 2',
      'request cancelled two 1',
      'downstream submitted 2',
    ]);
    expect(events[2]).toEqual({
      link: 'result',
      outcome: 'values',
      refType: 'ref/prompt',
      argument: 'one',
      valueLength: 0,
      count: 2,
      durationMs: 50,
      faults: [],
    });
  });

  test('is never told a text: neither what was typed nor what was offered nor what was filled in', async () => {
    const { client, clock, events, typeahead } = setUp({
      answer: ({ argument }, index) =>
        index === 2
          ? rpcError(-32_603, 'zebra')
          : result([`zebra${argument.value}`, 5, null], { total: null }),
    });
    Object.assign(client, { getPrompt: async () => Promise.reject(new Error('zebra')) });
    const form = createPromptForm(typeahead, { name: 'p', arguments: [{ name: 'one' }, { name: 'two' }] });
    for (const name of ['one', 'two']) {
      for (const text of ['zebra', 'zebra-2', 'zebra-3']) {
        form.field(name).input(text);
        await clock.advance(500);
        form.field(name).reportShown();
      }
    }
    form.field('one').select('zebra');
    await form.submit().catch(() => undefined);
    expect(events.length).toBeGreaterThan(10);
    expect(JSON.stringify(events)).not.toContain('zebra');
  });

  test('may throw: nothing depends on it', async () => {
    const { field, clock, offered } = setUp({
      answer: startingWith(['a']),
      typeahead: {
        onEvent: () => {
          throw new Error('observer');
        },
      },
    });
    field.input('a');
    await clock.advance(50);
    expect(offered()).toEqual(['a']);
  });
});

describe('the report to the server', () => {
  const declaring = {
    getServerCapabilities: () => ({ completions: {}, experimental: { [extensionKey]: {} } }),
  };

  test('rides on the next request: lists shown and values chosen, counts only', async () => {
    const { field, client, clock } = setUp({ answer: () => result(['a', 'b'], { hasMore: true }) });
    Object.assign(client, declaring);
    field.open();
    await clock.advance(50);
    field.reportShown();
    field.input('a');
    await clock.advance(50);
    field.reportShown();
    field.select('a');
    field.open();
    await clock.advance(50);
    field.input('b');
    expect(client.requests.map(({ params }) => params._meta?.[extensionKey])).toEqual([
      { items: true },
      {
        items: true,
        report: [{ ref: { type: 'ref/prompt', name: 'p' }, argument: 'a', shown: 1, selected: 0 }],
      },
      {
        items: true,
        report: [{ ref: { type: 'ref/prompt', name: 'p' }, argument: 'a', shown: 1, selected: 1 }],
      },
    ]);
  });

  test('waits where the server has not declared the extension', async () => {
    const { field, client, clock } = setUp({ answer: () => result(['a'], { hasMore: true }) });
    field.open();
    await clock.advance(50);
    field.reportShown();
    field.input('a');
    expect(client.requests.map(({ params }) => params._meta)).toEqual([undefined, undefined]);
  });
});
