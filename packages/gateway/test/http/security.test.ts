import { describe, expect, test } from 'vitest';
import type { Answer } from './support/http-client.js';
import { call, raw } from './support/http-client.js';
import { initialize, modern, modernHeaders } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();

const postFrom = (url: string, origin?: string): Promise<Answer> =>
  call({ url, body: initialize(), headers: origin === undefined ? {} : { Origin: origin } });

const postTo = (port: number, host: string): Promise<Answer> =>
  call({ url: `http://127.0.0.1:${port}/mcp`, body: initialize(), headers: { Host: host } });

describe('origins', () => {
  test('BUG-160 by default foreign origins are refused, loopback ones and programs without one are served', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);

    expect((await postFrom(url, 'https://evil.example')).status).toBe(403);
    expect((await postFrom(url, 'null')).status).toBe(403);
    expect(route.conversations).toHaveLength(0);
    expect((await postFrom(url)).status).toBe(200);

    const local = await postFrom(url, 'http://localhost:5173');
    expect(local.status).toBe(200);
    expect(local.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    expect(local.headers['access-control-expose-headers']).toContain('Mcp-Session-Id');

    const preflight = await call({
      url,
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example#http://localhost',
    'http://localhost@evil.example',
    'file://',
    '',
    'http://localhost, https://evil.example',
  ])('the origin %j is nobody we know', async (origin) => {
    const { url } = await serve(scriptedRoute());
    expect((await postFrom(url, origin)).status).toBe(403);
  });

  test('an allowed origin gets a preflight answer that names what clients send', async () => {
    const { url } = await serve(scriptedRoute(), { allowedOrigins: ['https://app.example'] });
    const answer = await call({
      url,
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Headers': 'mcp-protocol-version, Mcp-Param-Region, b@d, traceparent',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE');
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['mcp-session-id', 'mcp-method', 'mcp-param-region', 'traceparent']),
    );
    expect(allowed).not.toContain('b@d');
    expect(new Set(allowed).size).toBe(allowed.length);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('loopback origins are foreign where the gateway is reachable from elsewhere', async () => {
    const { port } = await serve(scriptedRoute(), { host: '0.0.0.0', allowedHosts: ['gw.example'] });
    expect((await postFrom(`http://127.0.0.1:${port}/mcp`, 'http://localhost:5173')).status).toBe(403);
  });
});

describe('hosts', () => {
  test.each(['127.0.0.1', '0.0.0.0'])('BUG-161 only known hosts are served on %s', async (host) => {
    const route = scriptedRoute();
    const { port } = await serve(route, { host, allowedHosts: ['allowed.example'] });

    expect((await postTo(port, `evil.example:${port}`)).status).toBe(403);
    expect((await postTo(port, '127.0.0.1.evil.example')).status).toBe(403);
    expect(route.conversations).toHaveLength(0);
    expect((await postTo(port, `localhost:${port}`)).status).toBe(200);
    expect((await postTo(port, `[::1]:${port}`)).status).toBe(200);
    expect((await postTo(port, 'allowed.example')).status).toBe(200);
    expect((await raw(port, 'POST /mcp HTTP/1.0\r\nContent-Length: 0\r\n\r\n')).status).toBe(400);
    expect((await raw(port, 'POST /mcp HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400);

    const session = await openSession(`http://127.0.0.1:${port}/mcp`);
    const stream = await call({
      url: `http://127.0.0.1:${port}/mcp`,
      method: 'GET',
      headers: { ...session, Host: `evil.example:${port}` },
    });
    expect(stream.status).toBe(403);
    expect(stream.headers['content-type']).toBe('application/json');
  });

  test('without allowedHosts an address beyond loopback answers to loopback names only', async () => {
    const { port } = await serve(scriptedRoute(), { host: '0.0.0.0' });
    expect((await postTo(port, `localhost:${port}`)).status).toBe(200);
    expect((await postTo(port, 'gateway.internal')).status).toBe(403);
    expect((await postTo(port, '0.0.0.0')).status).toBe(403);
  });

  test('a host is compared as a whole, in any case, with the port where one is named', async () => {
    const { port } = await serve(scriptedRoute(), { allowedHosts: ['GW.example', 'other.example:8443'] });
    expect((await postTo(port, 'gw.EXAMPLE:99')).status).toBe(200);
    expect((await postTo(port, 'other.example:8443')).status).toBe(200);
    expect((await postTo(port, 'other.example')).status).toBe(403);
    expect((await postTo(port, 'localhost.')).status).toBe(403);
  });

  test.each(['user@localhost', 'localhost:port', 'localhost:80:80', 'localhost evil'])(
    'the host %j is malformed',
    async (host) => {
      const { port } = await serve(scriptedRoute());
      const answer = await raw(port, `GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer.status).toBe(400);
    },
  );

  test('a second Host header and an absolute request target are refused', async () => {
    const { port } = await serve(scriptedRoute());
    const twice = 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect((await raw(port, twice)).status).toBe(400);
    const absolute = 'GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect((await raw(port, absolute)).status).toBe(404);
  });

  test('the check can be switched off, but only by name', async () => {
    const { port } = await serve(scriptedRoute(), { allowedHosts: ['*'], allowedOrigins: ['*'] });
    const answer = await call({
      url: `http://127.0.0.1:${port}/mcp`,
      body: initialize(),
      headers: { Host: 'evil.example', Origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(200);
  });
});

test('BUG-140 no answer may be cached, whatever it says and in whatever form', async () => {
  const route = scriptedRoute({
    answer: (request, conversation) => {
      conversation.send({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 1 },
      });
      conversation.result(request.id, {});
    },
  });
  const { url, port } = await serve(route);
  const authorization = { Authorization: 'Bearer abc' };
  const session = await openSession(url);
  const answers = [
    await call({ url, headers: authorization, body: initialize() }),
    await call({
      url,
      headers: { ...authorization, ...session },
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call' },
    }),
    await call({ url, headers: { ...authorization, ...modernHeaders('x/y') }, body: modern(1, 'x/y') }),
    await call({ url, headers: authorization, body: 'not json' }),
    await call({ url, method: 'GET', headers: authorization }),
    await call({ url, method: 'PUT', headers: authorization, body: '{}' }),
    await call({ url: `${url}/nowhere`, headers: authorization, body: '{}' }),
    await call({ url: `http://127.0.0.1:${port}/healthz`, method: 'GET' }),
    await call({ url, method: 'DELETE', headers: { ...authorization, ...session } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 405, 404, 200, 204]);
  expect(answers.at(1)!.headers['content-type']).toBe('text/event-stream');
  for (const { headers } of answers) {
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.vary).toContain('Authorization');
  }
  const garbage = await raw(port, 'this is not HTTP\r\n\r\n');
  expect(garbage.text).toContain('Cache-Control: no-store\r\n');
  expect(garbage.text).toContain('Vary: Authorization');
});
