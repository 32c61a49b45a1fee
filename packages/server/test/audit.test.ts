import type { AuditRecord, Principal } from '@mcp-typeahead/server';
import { createCompletions, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from './support/fake-clock.js';
import { hostKinds } from './support/hosts.js';
import { promptParams } from './support/raw-client.js';
import { setUp } from './support/set-up.js';

const ada: Principal = { id: 'user:ada', claims: { groups: ['ops'] } };

describe('the audit', () => {
  const prompts = {
    p: { a: ['alpha', 'alpine'], secret: values(['hunter2'], { sensitive: true }) },
    admin: { a: ['x'] },
  };

  it('tells who asked for what, and what came of it, and no value', async () => {
    const records: AuditRecord[] = [];
    const { completions, clock } = setUp({
      prompts,
      policy: { access: { prompts: { admin: 'deny' } }, rates: { perPrincipal: { perSecond: 1, burst: 5 } } },
      onAudit: (record) => records.push(record),
    });
    await clock.advance(5);
    const ask = (params: unknown, principal: Principal | undefined) => {
      const caller = { transport: 'http', era: 'legacy', address: '192.0.2.1' } as const;
      return completions.complete({ params, era: 'legacy', principal, caller }).catch(() => undefined);
    };
    await ask(promptParams('p', 'a', 'alp'), ada);
    await ask(promptParams('p', 'secret', 'hunt'), undefined);
    await ask(promptParams('admin', 'a', 'x'), ada);
    await ask(promptParams('typed by hand', 'a', 'x'), ada);
    await ask('junk', ada);
    for (let at = 0; at < 2; at += 1) await ask(promptParams('p', 'a', 'alp'), ada);
    const of = { at: 5, principal: 'user:ada', address: '192.0.2.1', action: 'completion/complete' };
    const p = { type: 'ref/prompt', name: 'p' };
    const refused = { count: 0, ref: undefined, argument: undefined };
    expect(records).toEqual([
      { ...of, ref: p, argument: 'a', valueLength: 3, count: 2, outcome: 'values', errorCode: undefined },
      {
        ...of,
        principal: undefined,
        ref: p,
        argument: 'secret',
        valueLength: 4,
        count: 1,
        outcome: 'values',
        errorCode: undefined,
      },
      {
        ...of,
        ...refused,
        ref: { type: 'ref/prompt', name: 'admin' },
        valueLength: 1,
        outcome: 'forbidden',
        errorCode: -32602,
      },
      { ...of, ...refused, valueLength: 1, outcome: 'error', errorCode: -32602 },
      { ...of, ...refused, valueLength: undefined, outcome: 'error', errorCode: -32602 },
      { ...of, ref: p, argument: 'a', valueLength: 3, count: 2, outcome: 'values', errorCode: undefined },
      { ...of, ...refused, valueLength: undefined, outcome: 'error', errorCode: 42900 },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/alp|hunt|typed|junk/);
  });

  it('does no harm when it fails', async () => {
    const { ask, errors } = setUp({
      prompts,
      onAudit: () => {
        throw new Error('disk full');
      },
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toHaveLength(2);
    expect(errors).toEqual([new Error('disk full')]);
  });

  it.each(hostKinds)(
    'tells of prompts and resources that are asked for: $title',
    async ({ create, connect }) => {
      const records: AuditRecord[] = [];
      const host = create();
      host.prompt('p', { a: z.string() });
      host.prompt('admin', { a: z.string() });
      host.template('docs', 'doc://{id}');
      createCompletions({
        prompts: { p: { a: ['x'] } },
        clock: createFakeClock(),
        policy: { identify: () => ada, access: { prompts: { admin: 'deny' } } },
        onAudit: (record) => records.push(record),
      }).attach(host.server);
      const client = await connect(host);
      for (const name of ['p', 'admin', 'nothing']) {
        await client.request('prompts/get', { name, arguments: { a: 'x' } });
      }
      await client.request('resources/read', { uri: 'doc://who' });
      expect(records.map(({ action, ref, outcome, principal }) => [action, ref, outcome, principal])).toEqual(
        [
          ['prompts/get', { type: 'ref/prompt', name: 'p' }, 'allowed', 'user:ada'],
          ['prompts/get', { type: 'ref/prompt', name: 'admin' }, 'forbidden', 'user:ada'],
          ['prompts/get', undefined, 'allowed', 'user:ada'],
          ['resources/read', { type: 'ref/resource', uri: 'doc://{id}' }, 'allowed', 'user:ada'],
        ],
      );
    },
  );
});
