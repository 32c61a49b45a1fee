import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { call } from '../http/support/http-client.js';
import { gateway } from '../http/support/gateway.js';
import { modern, modernHeaders } from '../http/support/messages.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { scripted, type Script } from '../support/script.js';
import { startAuthorizationServer } from './support/authorization-server.js';

const upstream: Script = {
  modern: true,
  capabilities: { prompts: {}, resources: {}, completions: {} },
  prompts: { p: { a: ['from upstream'], b: ['from upstream'] } },
  templates: { 'cetacean://secrets/{id}': { id: ['from upstream'] } },
};

const promptRef = { type: 'ref/prompt', name: 'p' };
const templateRef = { type: 'ref/resource', uri: 'cetacean://secrets/{id}' };

/** A gateway to ask as one of several users, or as nobody. */
async function serve(config: string, script: Script = upstream) {
  const server = await startAuthorizationServer();
  const { url } = await gateway(
    { upstream: scripted(script), config: parseConfig(config, { file: '/etc/typeahead.yaml' }) },
    { auth: { jwt: server.jwt, anonymous: true } },
  );
  const send = async (user: string | undefined, method: string, params: object) => {
    const headers = user === undefined ? {} : await server.bearer({ sub: user, groups: [`team-${user}`] });
    const answer = await call({
      url,
      headers: { ...modernHeaders(method), ...headers },
      body: modern(1, method, params),
    });
    return answer.json;
  };
  const complete = async (user: string | undefined, ref: object, argument: string, value = '') => {
    const { result, error } = await send(user, 'completion/complete', {
      ref,
      argument: { name: argument, value },
    });
    return result?.['completion'] ?? error?.code;
  };
  return { server, url, send, complete };
}

const none = { values: [], total: 0, hasMore: false };

describe('values of the configuration', () => {
  it('BUG-137 are seen by those that they are for; nothing of one is given to another', async () => {
    const { complete } = await serve(`
completions:
  prompts:
    p:
      a:
        values:
          - { value: private-A, visibleTo: { users: [A] } }
          - { value: private-B, visibleTo: { users: [B] } }
`);
    for (const round of [1, 2]) {
      expect(await complete('A', promptRef, 'a'), `round ${round}`).toMatchObject({
        values: ['private-A'],
        total: 1,
      });
      expect(await complete('B', promptRef, 'a')).toMatchObject({ values: ['private-B'], total: 1 });
      expect(await complete(undefined, promptRef, 'a')).toEqual(none);
    }
  });

  it('BUG-173 that one may not see are as good as none, in count and exact match too', async () => {
    const { complete } = await serve(`
completions:
  resources:
    "cetacean://secrets/{id}":
      id: { values: [s1], visibleTo: { groups: [team-A] } }
`);
    expect(await complete('A', templateRef, 'id')).toEqual({ values: ['s1'], total: 1, hasMore: false });
    for (const typed of ['', 's1', 's2']) expect(await complete('B', templateRef, 'id', typed)).toEqual(none);
  });

  it('that must be chosen by who asks leave out what is the same for all, and the upstream', async () => {
    const { complete } = await serve(`
completions:
  prompts:
    p:
      a: { values: [{ value: mine, visibleTo: known }], merge: true }
access: { perCaller: true }
`);
    expect(await complete('A', promptRef, 'a')).toMatchObject({ values: ['mine'] });
    expect(await complete(undefined, promptRef, 'a')).toEqual(none);
    expect(await complete('A', promptRef, 'b')).toEqual({ values: [], hasMore: false });
    const same = await serve('completions: { prompts: { p: { a: [x] } } }\naccess: { perCaller: true }');
    expect(await same.complete('A', promptRef, 'a')).toEqual(none);
  });

  it('that are sensitive are not mixed with those of the upstream, which holds nothing back', async () => {
    const { complete } = await serve(
      'completions: { prompts: { p: { a: { values: [abcd], sensitive: true, merge: true } } } }',
    );
    expect(await complete('A', promptRef, 'a')).toEqual({ values: [] });
    expect(await complete('A', promptRef, 'a', 'abc')).toEqual({ values: ['abcd'] });
  });

  it(
    'BUG-154 go to the one who asked, also where many ask at once under one id',
    { timeout: 60_000 },
    async () => {
      const { server, url } = await serve(`
completions:
  prompts:
    p:
      a: { values: [{ value: A, visibleTo: { users: [A] } }, { value: B, visibleTo: { users: [B] } }] }
limits: { perPrincipal: false, global: false }
`);
      const tokens = { A: await server.bearer({ sub: 'A' }), B: await server.bearer({ sub: 'B' }) };
      const body = JSON.stringify(
        modern(1, 'completion/complete', { ref: promptRef, argument: { name: 'a', value: '' } }),
      );
      const ask = async (user: 'A' | 'B'): Promise<unknown> => {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            ...modernHeaders('completion/complete'),
            ...tokens[user],
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          body,
        });
        return ((await response.json()) as { result: { completion: { values: unknown[] } } }).result
          .completion.values;
      };
      for (let round = 0; round < 50; round += 1) {
        const users = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'A' : 'B'));
        const answers = await Promise.all(users.map(ask));
        expect(answers).toEqual(users.map((user) => [user]));
      }
    },
  );
});

describe('what the upstream says', () => {
  it('BUG-139 is no reason to show one user what was learnt for another, though it calls its lists public', async () => {
    const received = recordingFile();
    const { complete, send } = await serve('completions: { prompts: { p: { a: [x] } } }', {
      ...upstream,
      received,
      listed: { ttlMs: 60_000, cacheScope: 'public' },
    });
    for (const user of ['A', 'B', 'A', 'B']) {
      expect(await complete(user, promptRef, 'a')).toMatchObject({ values: ['x'] });
    }
    // Each user's lists were read for that user.
    expect(receivedBy(received, 'prompts/list')).toHaveLength(2);
    for (const user of ['A', 'B']) await send(user, 'prompts/list', {});
    expect(receivedBy(received, 'prompts/list')).toHaveLength(4);
  });
});
