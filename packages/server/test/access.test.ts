import type { AccessRules, CompletionsOptions, Principal } from '@mcp-typeahead/server';
import { createAccess, createCompletions } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Connection } from './support/hosts.js';
import { hostKinds } from './support/hosts.js';
import { promptParams, resourceParams } from './support/raw-client.js';
import { setUp } from './support/set-up.js';

const ops: Principal = { id: 'ops', claims: { groups: ['ops'], scopes: ['read', 'write'] } };
const guest: Principal = { id: 'guest', claims: { groups: ['guests'], scopes: ['read'] } };

const allows = (rules: AccessRules, name: string, principal?: Principal) =>
  createAccess(rules)({ ref: { type: 'ref/prompt', name }, argument: undefined, principal });
const allowsUri = (rules: AccessRules, uri: string, principal?: Principal) =>
  createAccess(rules)({ ref: { type: 'ref/resource', uri }, argument: undefined, principal });

const read = (uri: string) => ['resources/read', { uri }] as const;
const get = (name: string) => ['prompts/get', { name, arguments: { a: 'x' } }] as const;

const failing = () => {
  throw new Error('no directory');
};

const names = async (client: Connection) => {
  const result = async (method: string) =>
    ((await client.request(method, {})) as { result: Record<string, unknown> }).result;
  const prompts = await result('prompts/list');
  const resources = await result('resources/list');
  const templates = await result('resources/templates/list');
  return [
    (prompts['prompts'] as { name: string }[]).map(({ name }) => name),
    (resources['resources'] as { uri: string }[]).map(({ uri }) => uri),
    (templates['resourceTemplates'] as { uriTemplate: string }[]).map(({ uriTemplate }) => uriTemplate),
    [prompts, resources, templates].map((list) => list['cacheScope'] ?? 'private'),
  ];
};

describe('rules of access', () => {
  it('hold for what they name; the default for the rest', async () => {
    const rules: AccessRules = { prompts: { secret: { groups: ['ops'] } } };
    expect(await allows(rules, 'secret', ops)).toBe(true);
    expect(await allows(rules, 'secret', guest)).toBe(false);
    expect(await allows(rules, 'other', guest)).toBe(true);
    expect(await allows({ ...rules, default: 'deny' }, 'other', ops)).toBe(false);
    expect(await allows({ ...rules, default: 'deny' }, 'secret', ops)).toBe(true);
  });

  it('deny where a rule needs identity and there is none', async () => {
    for (const rule of [{ groups: ['ops'] }, { scopes: [] }, { users: ['x'] }, 'known', 'deny'] as const) {
      expect(await allows({ prompts: { p: rule } }, 'p')).toBe(false);
    }
    expect(await allows({ prompts: { p: 'allow' } }, 'p')).toBe(true);
  });

  it('want all scopes, one of the groups, one of the users, and every condition that is given', async () => {
    const asked = (rule: object) => allows({ prompts: { p: rule } }, 'p', guest);
    expect(await asked({ scopes: ['read'] })).toBe(true);
    expect(await asked({ scopes: ['read', 'write'] })).toBe(false);
    expect(await asked({ groups: ['ops', 'guests'] })).toBe(true);
    expect(await asked({ users: ['guest'] })).toBe(true);
    expect(await asked({ users: ['ops'] })).toBe(false);
    expect(await asked({ users: ['guest'], groups: ['ops'] })).toBe(false);
    expect(
      await allows({ prompts: { p: { users: ['ada'] } } }, 'p', { id: 'user:ada', claims: { sub: 'ada' } }),
    ).toBe(true);
  });

  it('may be functions, of which only true is a yes', async () => {
    expect(await allows({ prompts: { p: ({ principal }) => principal?.id === 'ops' } }, 'p', ops)).toBe(true);
    for (const answer of [undefined, 1, 'yes', null, Promise.resolve(1)]) {
      expect(await allows({ prompts: { p: () => answer as never } }, 'p', ops)).toBe(false);
    }
  });

  it('name many prompts with *, and one of them apart', async () => {
    const rules: AccessRules = { prompts: { 'admin_*': 'deny', admin_help: 'allow', '*_x_*': 'deny' } };
    for (const name of ['admin_', 'admin_reset', 'a_x_b', '_x_'])
      expect(await allows(rules, name)).toBe(false);
    for (const name of ['admin_help', 'admin', 'an_admin_', '_x', 'x'])
      expect(await allows(rules, name)).toBe(true);
    const long = 'a'.repeat(100_000);
    expect(await allows({ prompts: { [`${'*a'.repeat(50)}*b`]: 'deny' } }, long)).toBe(true);
  });

  it('hold for other spellings of a name too', async () => {
    const rules: AccessRules = { prompts: { 'admin_*': 'deny' } };
    for (const name of ['ADMIN_reset', 'Admin_Reset', 'ａｄｍｉｎ_reset'])
      expect(await allows(rules, name)).toBe(false);
  });

  it('of a template hold for every URI made from it, however it is written', async () => {
    const rules: AccessRules = { resources: { 'secret://{id}': 'deny', 'repo://{owner}/private': 'deny' } };
    for (const uri of [
      'secret://{id}',
      'SECRET://{id}',
      'secret://1',
      'Secret://1',
      'secret://%73',
      'repo://a/private',
      'repo://a/priv%61te',
      'repo://a/PRIVATE',
      'REPO://A/Private',
    ]) {
      expect(await allowsUri(rules, uri), uri).toBe(false);
    }
    for (const uri of ['secrets://1', 'secret://1/2', 'repo://a/public', 'file:///etc', '']) {
      expect(await allowsUri(rules, uri), uri).toBe(true);
    }
  });

  it('must all allow where several fit a URI', async () => {
    const rules: AccessRules = { resources: { 'a://{x}': 'allow', 'a://{+y}': { groups: ['ops'] } } };
    expect(await allowsUri(rules, 'a://1', ops)).toBe(true);
    expect(await allowsUri(rules, 'a://1', guest)).toBe(false);
  });

  it('that are no rules are refused when they are made', () => {
    for (const rule of [{}, { group: ['x'] }, { groups: 'x' }, 'yes', null, { groups: undefined }]) {
      expect(() => createCompletions({ policy: { access: { prompts: { p: rule as never } } } })).toThrow(
        /"p"/,
      );
    }
    expect(() => createAccess({ resources: { 'a://{': 'deny' } })).toThrow(/not a URI template/);
  });
});

describe('completions under rules of access', () => {
  const options: CompletionsOptions = {
    prompts: { open: { a: ['x'] }, admin_reset: { a: ['y'] } },
    resources: { 'secret://{id}': { id: ['s1'] } },
    policy: {
      access: {
        prompts: { 'admin_*': { groups: ['ops'] } },
        resources: { 'secret://{id}': { groups: ['ops'] } },
      },
      authorize: ({ principal }) => principal?.id !== 'banned',
    },
  };

  it('answer what is forbidden as they answer what there is not, and tell only their listener', async () => {
    const { ask, events } = setUp(options);
    expect((await ask(promptParams('admin_reset', 'a'), ops)).completion.values).toEqual(['y']);
    const reply = (params: object) =>
      ask(params, guest).catch(({ code, message, data }: Record<string, unknown>) => ({
        code,
        message,
        data,
      }));
    for (const params of [
      promptParams('admin_reset', 'a'),
      promptParams('ADMIN_reset', 'a'),
      promptParams('admin_none', 'a'),
      promptParams('admin_reset', 'none'),
    ]) {
      expect(await reply(params)).toEqual(await reply(promptParams('nothing', 'a')));
    }
    for (const uri of ['secret://{id}', 'secret://s1', 'SECRET://s1']) {
      expect(await reply(resourceParams(uri, 'id'))).toEqual(
        await reply(resourceParams('none://{id}', 'id')),
      );
    }
    expect(events.at(1)).toMatchObject({
      outcome: 'forbidden',
      errorCode: -32602,
      ref: { type: 'ref/prompt', name: 'admin_reset' },
    });
    expect(events.at(2)).toMatchObject({ outcome: 'error', errorCode: -32602, ref: undefined });
    expect((await ask(promptParams('open', 'a'), guest)).completion.values).toEqual(['x']);
  });

  it('and a function beside them hold only together', async () => {
    const { ask } = setUp(options);
    const banned = { ...ops, id: 'banned' };
    await expect(ask(promptParams('admin_reset', 'a'), banned)).rejects.toMatchObject({ code: -32602 });
  });
});

describe.each(hostKinds)('a server under rules of access: $title', ({ create, connect }) => {
  const connected = async (principal: Principal | undefined, access?: AccessRules) => {
    const host = create();
    for (const name of ['open', 'admin_reset']) host.prompt(name, { a: z.string() });
    host.template('secrets', 'secret://{id}');
    host.template('docs', 'doc://{id}');
    host.resource('plain', 'plain://x');
    host.resource('hidden', 'secret://listed');
    const completions = createCompletions({
      prompts: { open: { a: ['x'] }, admin_reset: { a: ['y'] } },
      onError: () => {},
      policy: {
        identify: () => principal,
        access: access ?? {
          prompts: { 'admin_*': { groups: ['ops'] } },
          resources: { 'secret://{id}': { groups: ['ops'] } },
        },
      },
    });
    completions.attach(host.server);
    return connect(host);
  };

  it('lists to each what each may have', async () => {
    const scopes = ['private', 'private', 'private'];
    expect(await names(await connected(ops))).toEqual([
      ['open', 'admin_reset'],
      ['plain://x', 'secret://listed'],
      ['secret://{id}', 'doc://{id}'],
      scopes,
    ]);
    for (const principal of [guest, undefined]) {
      expect(await names(await connected(principal))).toEqual([
        ['open'],
        ['plain://x'],
        ['doc://{id}'],
        scopes,
      ]);
    }
  });

  it('answers requests for what is forbidden as those for what there is not', async () => {
    const client = await connected(guest);
    const reply = async ([method, params]: readonly [string, object], from: string) => {
      const { id: _, ...rest } = (await client.request(method, params)) as { id?: unknown };
      return JSON.parse(JSON.stringify(rest).replaceAll(from, '…')) as unknown;
    };
    const unknown = await reply(get('nothing'), 'nothing');
    expect(unknown).toMatchObject({ error: { code: -32602 } });
    expect(await reply(get('admin_reset'), 'admin_reset')).toEqual(unknown);
    const unknownUri = await reply(read('none://s1'), 'none://s1');
    expect(unknownUri).toHaveProperty('error');
    for (const uri of ['secret://s1', 'secret://listed']) {
      expect(await reply(read(uri), uri)).toEqual(unknownUri);
    }
    expect(await reply(read('secret://s 1'), 'secret://s 1')).toEqual(
      await reply(read('nowhere://s 1'), 'nowhere://s 1'),
    );
    for (const [method, params] of [get('open'), read('plain://x'), read('doc://1')]) {
      expect(await client.request(method, params)).toHaveProperty('result');
    }
  });

  it('gives to whoever may have it', async () => {
    const client = await connected(ops);
    for (const [method, params] of [get('admin_reset'), read('secret://s1')]) {
      expect(await client.request(method, params)).toHaveProperty('result');
    }
  });

  it('refuses all while a rule fails', async () => {
    const client = await connected(ops, { default: failing });
    for (const [method, params] of [get('open'), read('plain://x'), ['prompts/list', {}] as const]) {
      expect(await client.request(method, params)).toMatchObject({
        error: { code: -32603, message: expect.stringContaining('Internal error') },
      });
    }
  });
});
