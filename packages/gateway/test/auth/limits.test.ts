import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { call } from '../http/support/http-client.js';
import { gateway } from '../http/support/gateway.js';
import { modern, modernHeaders } from '../http/support/messages.js';
import { scripted } from '../support/script.js';
import { resource, startAuthorizationServer } from './support/authorization-server.js';

const threeAMinute = '{ perPrincipal: { perSecond: 0.05, burst: 3 } }';

/** A gateway before a server that completes by itself, and what it answers to so many completions. */
async function limited(extra: string, http: object = {}) {
  const { url } = await gateway(
    {
      upstream: scripted({ modern: true, prompts: { p: { a: ['x'] } } }),
      config: parseConfig(`limits: ${threeAMinute}\n${extra}`, { file: '/etc/typeahead.yaml' }),
    },
    http,
  );
  return async (headers: Record<string, string> = {}, params: object = complete): Promise<number> => {
    const answer = await call({
      url,
      headers: { ...modernHeaders('completion/complete'), ...headers },
      body: modern(1, 'completion/complete', params),
    });
    expect(answer.status).toBe(200);
    return answer.json.error?.code ?? 0;
  };
}

const complete = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };

async function each(
  ask: (headers: Record<string, string>) => Promise<number>,
  headers: Record<string, string>[],
): Promise<number[]> {
  const codes: number[] = [];
  for (const header of headers) codes.push(await ask(header));
  return codes;
}

const forwardedFor = (...values: string[]) => values.map((value) => ({ 'X-Forwarded-For': value }));

describe('completions over HTTP are limited', () => {
  it('BUG-131 by the address of the connection, whatever X-Forwarded-For says; behind a proxy of ours by what it appended', async () => {
    const direct = await limited('');
    const madeUp = forwardedFor('10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5');
    expect(await each(direct, madeUp)).toEqual([0, 0, 0, 42900, 42900]);
    const behind = await limited('http: { trustedProxies: [127.0.0.1, 10.0.0.0/8] }');
    const appended = [1, 2, 3, 4, 5].flatMap((n) => forwardedFor(`172.16.0.${n}, 203.0.113.9`));
    expect(await each(behind, appended)).toEqual([0, 0, 0, 42900, 42900]);
    expect(await each(behind, forwardedFor('203.0.113.9, 203.0.113.10, 10.1.1.1'))).toEqual([0]);
    expect(await each(behind, forwardedFor('203.0.113.9:4711', '203.0.113.9'))).toEqual([42900, 42900]);
    // What is no address counts as the proxy that let it in.
    expect(await each(behind, forwardedFor('junk', 'x y', 'unknown', '_gone'))).toEqual([0, 0, 0, 42900]);
  });

  it('BUG-132 by network where addresses are IPv6, and an IPv4 address has one key in both spellings', async () => {
    const ask = await limited('http: { trustedProxies: [127.0.0.1] }');
    const hosts = [1, 2, 3, 4, 5].flatMap((n) => forwardedFor(`2001:db8:1:2::${n}`));
    expect(await each(ask, hosts)).toEqual([0, 0, 0, 42900, 42900]);
    expect(await each(ask, forwardedFor('2001:db8:1:3::1'))).toEqual([0]);
    const both = forwardedFor('192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '[::ffff:c000:201]:80');
    expect(await each(ask, both)).toEqual([0, 0, 0, 42900]);
    const wider = await limited('http: { trustedProxies: [127.0.0.1], ipv6Prefix: 56 }');
    const networks = [1, 2, 3, 4].flatMap((n) => forwardedFor(`2001:db8:1:${n}::1`));
    expect(await each(wider, networks)).toEqual([0, 0, 0, 42900]);
  });

  it('BUG-133 by user where there is one, also from one address', async () => {
    const server = await startAuthorizationServer();
    const ask = await limited('', { auth: { jwt: server.jwt, anonymous: true } });
    const [a, b] = [await server.bearer({ sub: 'A' }), await server.bearer({ sub: 'B' })];
    expect(await each(ask, [a, a, a, b, b, b, a])).toEqual([0, 0, 0, 0, 0, 0, 42900]);
    // Another token of the same user is the same user.
    expect(await ask(await server.bearer({ sub: 'A', claims: { jti: 'two' } }))).toBe(42900);
  });

  it('BUG-134 and an address that is used up stops no user', async () => {
    const server = await startAuthorizationServer();
    const ask = await limited('', { auth: { jwt: server.jwt, anonymous: true } });
    expect(await each(ask, [{}, {}, {}, {}])).toEqual([0, 0, 0, 42900]);
    expect(await ask(await server.bearer())).toBe(0);
    expect(resource).toBe(server.jwt.resource);
  });

  it('with malformed and unknown requests, at HTTP status 200 with the time to wait', async () => {
    const ask = await limited('');
    expect(await ask({}, {})).toBe(-32602);
    expect(await ask({}, { ...complete, ref: { type: 'ref/tool', name: 'x' } })).toBe(-32602);
    expect(await ask({}, { ...complete, ref: { type: 'ref/prompt', name: 'nobody' } })).not.toBe(42900);
    expect(await ask({}, complete)).toBe(42900);
  });
});
