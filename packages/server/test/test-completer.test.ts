import { lookup } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';

describe('testCompleter', () => {
  it('tests a completer in three lines', async () => {
    const owners = lookup(({ principal }) => [`${principal?.id}-1`, `${principal?.id}-2`]);
    const { values: shown, total } = await testCompleter(owners).complete('ada', {
      principal: { id: 'ada' },
    });
    expect([shown, total]).toEqual([['ada-1', 'ada-2'], 2]);
  });

  it('throws what the completer threw', async () => {
    const failing = lookup(() => Promise.reject(new Error('no such table: owners')));
    await expect(testCompleter(failing).complete('')).rejects.toThrow('no such table: owners');
  });

  it('throws to each of several at once what it threw to that one', async () => {
    const probe = testCompleter(lookup(({ value }) => Promise.reject(new Error(`no ${value}`))));
    const outcomes = await Promise.allSettled(['a', 'b'].map((text) => probe.complete(text)));
    expect(outcomes).toMatchObject([{ reason: { message: 'no a' } }, { reason: { message: 'no b' } }]);
  });

  it('complains of what a server makes the best of: no answer, and rows without a value', async () => {
    const forgetful = testCompleter(lookup((async () => undefined) as never));
    await expect(forgetful.complete('')).rejects.toMatchObject({
      code: 'invalid-result',
      message: expect.stringContaining('undefined'),
    });
    const rows = testCompleter(lookup((async () => ['a', { id: 1, name: 'x' }]) as never));
    await expect(rows.complete('')).rejects.toMatchObject({
      code: 'invalid-result',
      message: expect.stringContaining('1 of the candidates is neither'),
    });
    expect((await testCompleter(lookup((async () => null) as never)).complete('')).values).toEqual([]);
  });

  it('has no limits unless given some', async () => {
    const probe = testCompleter(['x']);
    for (let at = 0; at < 300; at += 1) await probe.complete('x');
    const limited = testCompleter(['x'], { policy: { rates: { perPrincipal: { perSecond: 1, burst: 1 } } } });
    await limited.complete('x');
    await expect(limited.complete('x')).rejects.toMatchObject({ code: 42900 });
  });
});
