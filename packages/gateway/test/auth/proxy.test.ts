import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { call } from '../http/support/http-client.js';
import { gateway } from '../http/support/gateway.js';
import { modern, modernHeaders } from '../http/support/messages.js';
import { scripted } from '../support/script.js';

const upstream = scripted({ modern: true, prompts: { p: { a: ['x'] } } });

async function behindProxy(auth: string) {
  const limits = 'limits: { perPrincipal: { perSecond: 0.01, burst: 1 } }';
  const config = parseConfig(`auth: { ${auth} }\n${limits}\n`, { file: '/etc/typeahead.yaml' });
  const { url } = await gateway({ upstream, config });
  return async (headers: Record<string, string | string[]> = {}): Promise<number> => {
    const answer = await call({
      url,
      headers: { ...modernHeaders('completion/complete'), ...headers },
      body: modern(1, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'p' },
        argument: { name: 'a', value: '' },
      }),
    });
    return answer.status === 200 ? (answer.json.error?.code ?? 200) : answer.status;
  };
}

describe('a gateway behind a proxy that knows the users', () => {
  it('believes what it says, for each user apart', async () => {
    const ask = await behindProxy('proxy: { from: [127.0.0.1], user: X-Forwarded-User }');
    expect(await ask({ 'X-Forwarded-User': 'ada' })).toBe(200);
    expect(await ask({ 'X-Forwarded-User': 'ada' })).toBe(42900);
    expect(await ask({ 'X-Forwarded-User': Buffer.from('zoë', 'utf8').toString('latin1') })).toBe(200);
    expect(await ask({ 'X-Forwarded-User': Buffer.from('zoë', 'utf8').toString('latin1') })).toBe(42900);
  });

  it('serves nobody of whom it says nothing, or two things', async () => {
    const ask = await behindProxy('proxy: { from: [127.0.0.1], user: X-Forwarded-User }');
    expect(await ask()).toBe(403);
    expect(await ask({ 'X-Forwarded-User': '' })).toBe(403);
    expect(await ask({ 'X-Forwarded-User': ['ada', 'root'] })).toBe(403);
  });

  it('does not believe anybody else', async () => {
    const ask = await behindProxy('proxy: { from: [192.0.2.0/24], user: X-Forwarded-User }');
    expect(await ask({ 'X-Forwarded-User': 'ada', 'X-Forwarded-For': '192.0.2.1' })).toBe(403);
    const open = await behindProxy('proxy: { from: [192.0.2.1], user: X-Forwarded-User }, anonymous: true');
    expect(await open({ 'X-Forwarded-User': 'ada' })).toBe(200);
    // Not ada's bucket, but that of the address.
    expect(await open({ 'X-Forwarded-User': 'bob' })).toBe(42900);
  });
});
