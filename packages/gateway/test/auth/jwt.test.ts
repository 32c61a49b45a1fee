import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuthOptions } from '../../src/auth/auth-options.js';
import type { GatewayOptions } from '../../src/gateway.js';
import { call, type Answer } from '../http/support/http-client.js';
import { gateway } from '../http/support/gateway.js';
import { initialize, legacy, modern, modernHeaders } from '../http/support/messages.js';
import { scripted } from '../support/script.js';
import { resource, startAuthorizationServer, type TokenOptions } from './support/authorization-server.js';

const upstream = scripted({ modern: true, prompts: { p: { a: ['x'] } } });
const complete = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
const metadataUrl = 'http://mcp.example/.well-known/oauth-protected-resource/mcp';

function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return call({
    url,
    headers: { ...modernHeaders('completion/complete'), ...headers },
    body: modern(1, 'completion/complete', complete),
  });
}

async function protectedGateway(
  auth: Partial<AuthOptions> = {},
  jwt: object = {},
  options: GatewayOptions = { upstream },
) {
  const server = await startAuthorizationServer(jwt);
  const running = await gateway(options, { auth: { jwt: server.jwt, ...auth } });
  return { server, running, url: running.url };
}

describe('a gateway that takes bearer tokens', () => {
  it('serves whoever has a valid one, and asks for the keys once', async () => {
    const { server, url } = await protectedGateway();
    for (let at = 0; at < 3; at += 1) {
      const answer = await ask(url, await server.bearer());
      expect(answer.status).toBe(200);
      expect(answer.json.result).toMatchObject({ completion: { values: ['x'] } });
    }
    expect(server.fetches).toBe(1);
  });

  it('tells whoever has none where to get one, before it reads the body', async () => {
    const { url } = await protectedGateway({}, { scopes: ['mcp:use'] });
    const answer = await ask(url);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer scope="mcp:use", resource_metadata="${metadataUrl}"`,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await call({ url, headers: { 'Content-Length': '900000000' }, body: undefined })).status).toBe(
      401,
    );
    for (const method of ['GET', 'DELETE']) expect((await call({ url, method })).status).toBe(401);
  });

  it.each<[string, TokenOptions]>([
    ['expired', { expires: Math.floor(Date.now() / 1_000) - 60 }],
    ['without an end', { expires: undefined }],
    ['of another issuer', { issuer: 'https://elsewhere.example/' }],
    ['for another audience', { audience: 'http://other.example/mcp' }],
    ['of nobody', { sub: undefined }],
    [
      'signed with a secret',
      { alg: 'HS256', key: new TextEncoder().encode('0123456789abcdef0123456789abcdef') },
    ],
  ])('refuses one that is %s', async (_, options) => {
    const { server, url } = await protectedGateway();
    const answer = await ask(url, await server.bearer(options));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadataUrl}"`,
    );
  });

  it('refuses one that is signed by another, unsigned, malformed, doubled or in the address', async () => {
    const { server, url } = await protectedGateway();
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await server.token({ key: privateKey });
    const [, body] = (await server.token()).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const value of [
      `Bearer ${forged}`,
      `Bearer ${unsigned}`,
      'Bearer',
      'Bearer a b',
      'Basic YTpi',
      'x',
    ]) {
      expect((await ask(url, { Authorization: value })).status, value.slice(0, 10)).toBe(401);
    }
    const token = await server.token();
    expect((await ask(`${url}?access_token=${token}`)).status).toBe(401);
    expect((await ask(url, { Authorization: `bearer ${token}` })).status).toBe(200);
  });

  it('refuses algorithms that are not named', async () => {
    const { server, url } = await protectedGateway({}, { algorithms: ['RS256'] });
    expect((await ask(url, await server.bearer())).status).toBe(401);
  });

  it('says which scope is missing', async () => {
    const { server, url } = await protectedGateway({}, { scopes: ['mcp:use', 'mcp:more'] });
    const answer = await ask(url, await server.bearer({ scope: 'mcp:use' }));
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="mcp:use mcp:more", resource_metadata="${metadataUrl}"`,
    );
    expect((await ask(url, await server.bearer({ scope: 'mcp:more other mcp:use' }))).status).toBe(200);
    const list = await server.bearer({ claims: { scp: ['mcp:use', 'mcp:more'] } });
    expect((await ask(url, list)).status).toBe(200);
  });

  it('publishes who gives tokens (RFC 9728), to everybody', async () => {
    const { server, running, url } = await protectedGateway({}, { scopes: ['mcp:use'] });
    const base = `http://127.0.0.1:${running.port}/.well-known/oauth-protected-resource`;
    for (const address of [base, `${base}/mcp`]) {
      const answer = await call({ url: address, method: 'GET' });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        resource,
        authorization_servers: [server.jwt.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['mcp:use'],
      });
    }
    expect((await call({ url: `${base}/other`, method: 'GET' })).status).toBe(404);
    expect(url).toContain('/mcp');
  });

  it('has one resource for each of several upstreams, and a token for one is none for another', async () => {
    const { server, running } = await protectedGateway(
      {},
      {},
      { upstreams: { one: upstream, two: upstream } },
    );
    const [one, two] = running.urls;
    const token = await server.bearer({ audience: `${resource}/one` });
    expect((await ask(one!, token)).status).toBe(200);
    const refused = await ask(two!, token);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp/two"');
    const metadata = `http://127.0.0.1:${running.port}/.well-known/oauth-protected-resource`;
    expect((await call({ url: `${metadata}/mcp/two`, method: 'GET' })).json).toMatchObject({
      resource: `${resource}/two`,
    });
    expect((await call({ url: metadata, method: 'GET' })).status).toBe(404);
  });

  it('answers 503 while the keys cannot be had, and recovers by itself', async () => {
    const { server, running, url } = await protectedGateway();
    server.isDown = true;
    const token = await server.bearer();
    const answer = await ask(url, token);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    server.isDown = false;
    expect((await ask(url, token)).status).toBe(200);
    expect(running.lines.join('\n')).toContain('the keys of the authorization server cannot be had');
    expect(running.lines.join('\n')).not.toContain(token.Authorization.slice(7));
  });

  it('lets the nameless in where it is told to, but nobody with a false name', async () => {
    const { server, url } = await protectedGateway({ anonymous: true });
    expect((await ask(url)).status).toBe(200);
    expect((await ask(url, await server.bearer({ issuer: 'x' }))).status).toBe(401);
  });

  it('never shows a token to the upstream, whatever headers it forwards', async () => {
    const seen: (string | undefined)[] = [];
    const http = createServer((req, res) => {
      seen.push(req.headers.authorization, req.headers['x-trace'] as string);
      res.writeHead(404).end();
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    });
    const target = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const server = await startAuthorizationServer();
    const headers = { Authorization: 'Bearer of the gateway itself' };
    for (const more of [{}, { headers }]) {
      const { url } = await gateway(
        { upstream: { url: target, ...more } },
        { auth: { jwt: server.jwt }, forwardHeaders: ['authorization', '*'] },
      );
      await ask(url, { ...(await server.bearer()), 'X-Trace': '7' });
    }
    expect(seen).toContain('7');
    const credentials = seen.filter((value) => value !== '7');
    expect(new Set(credentials)).toEqual(new Set([undefined, headers.Authorization]));
  });
});

describe('sessions', () => {
  it('are of whoever opened them: to all others they do not exist', async () => {
    const { server, url } = await protectedGateway({ anonymous: true });
    const [ada, bob] = [await server.bearer({ sub: 'ada' }), await server.bearer({ sub: 'bob' })];
    const opened = await call({ url, headers: ada, body: initialize() });
    const session = { 'Mcp-Session-Id': opened.headers['mcp-session-id'] as string };
    const list = { url, body: legacy(2, 'prompts/list') };
    expect((await call({ ...list, headers: { ...session, ...ada } })).status).toBe(200);
    // Another token of the same user will do.
    const renewed = await server.bearer({ sub: 'ada', claims: { jti: 'next' } });
    expect((await call({ ...list, headers: { ...session, ...renewed } })).status).toBe(200);
    const unknown = await call({ ...list, headers: { 'Mcp-Session-Id': 'gone', ...bob } });
    for (const stranger of [bob, {}]) {
      const answer = await call({ ...list, headers: { ...session, ...stranger } });
      expect([answer.status, answer.json]).toEqual([404, unknown.json]);
      const get = { url, headers: { ...session, ...stranger }, method: 'GET' };
      expect((await call(get)).status).toBe(404);
      expect((await call({ ...get, method: 'DELETE' })).status).toBe(404);
    }
    expect((await call({ ...list, headers: { ...session, ...ada } })).status).toBe(200);
    expect((await call({ url, method: 'DELETE', headers: { ...session, ...ada } })).status).toBe(204);
  });
});
