import type { Caller } from '@mcp-typeahead/server';
import { createCompletions, list } from '@mcp-typeahead/server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modernParams } from './support/hosts.js';
import { promptParams } from './support/raw-client.js';

const info = { name: 'host', version: '1.0.0' };

describe('createMcpHandler, a fresh server for every request', () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'completion/complete',
  };

  it('shares caches and limits between requests, and tells callers apart', async () => {
    let calls = 0;
    const callers: Caller[] = [];
    const completions = createCompletions({
      prompts: {
        p: {
          a: list(({ principal }) => {
            calls += 1;
            return [principal?.id ?? 'anonymous'];
          }),
        },
      },
      policy: {
        identify: (caller) => {
          callers.push(caller);
          return caller.authInfo?.clientId === undefined ? undefined : { id: caller.authInfo.clientId };
        },
      },
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer(info);
      server.registerPrompt('p', { argsSchema: z.object({ a: z.string() }) }, () => ({ messages: [] }));
      return completions.attach(server);
    });
    const ask = async (clientId?: string): Promise<unknown> => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'completion/complete',
        params: modernParams(promptParams('p', 'a')),
      });
      const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
      const authInfo = clientId === undefined ? undefined : { token: 't', clientId, scopes: [] };
      const response = await handler.fetch(request, authInfo === undefined ? {} : { authInfo });
      expect(response.status).toBe(200);
      return ((await response.json()) as { result: { completion: { values: string[] } } }).result.completion
        .values;
    };
    expect(await ask()).toEqual(['anonymous']);
    expect(await ask()).toEqual(['anonymous']);
    expect(await ask('desk')).toEqual(['desk']);
    expect(await ask('desk')).toEqual(['desk']);
    expect(calls).toBe(2);
    expect(callers.map(({ transport, era }) => [transport, era])).toEqual(
      Array.from({ length: 4 }, () => ['http', 'modern']),
    );
  });

  it('answers a request over the limit with 42900 at HTTP status 200', async () => {
    const completions = createCompletions({
      prompts: { p: { a: ['x'] } },
      policy: { rates: { perPrincipal: { perSecond: 1, burst: 1 } } },
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer(info);
      server.registerPrompt('p', { argsSchema: z.object({ a: z.string() }) }, () => ({ messages: [] }));
      return completions.attach(server);
    });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'completion/complete',
      params: modernParams(promptParams('p', 'a')),
    });
    const post = () => handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    await post();
    const refused = await post();
    expect(refused.status).toBe(200);
    expect(await refused.json()).toMatchObject({
      error: { code: 42900, data: { retryAfterMs: expect.any(Number) } },
    });
  });
});
