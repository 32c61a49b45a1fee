import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { call } from './support/http-client.js';
import { modern, modernHeaders } from './support/messages.js';
import type { Answer } from './support/scripted-route.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe } from './support/serve.js';

const serve = createServe();

const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limits: { type: 'object', properties: { rows: { type: 'integer', 'x-mcp-header': 'Rows' } } },
    query: { type: 'string' },
  },
};

/** Lists its tools on two pages. */
const answer: Answer = (request, upstream) => {
  if (request.method !== 'tools/list') return upstream.result(request.id, { content: [] });
  const isFirst = (request.params as { cursor?: string }).cursor === undefined;
  const tools = isFirst ? [{ name: 'other', inputSchema: {} }] : [{ name: 'sql', inputSchema }];
  return upstream.result(request.id, { tools, ...(isFirst && { nextCursor: '2' }) });
};

/** Never lists them. */
const silent: Answer = (request, upstream) => {
  if (request.method === 'tools/call') upstream.result(request.id, { content: [] });
};

const callTool = (url: string, args: object, headers: Record<string, string> = {}, name = 'sql') =>
  call({
    url,
    headers: { ...modernHeaders('tools/call', name), ...headers },
    body: modern(1, 'tools/call', { name, arguments: args }),
  });

describe('arguments that a tool wants mirrored', () => {
  test.each([
    ['the argument', { region: 'eu' }, { 'Mcp-Param-Region': 'eu' }, 200],
    ['its Base64 form', { region: 'Köln' }, { 'mcp-param-region': '=?base64?S8O2bG4=?=' }, 200],
    ['white space around it', { region: 'eu' }, { 'Mcp-Param-Region': ' eu ' }, 200],
    ['no header', { region: 'eu' }, {}, 400],
    ['another value', { region: 'eu' }, { 'Mcp-Param-Region': 'us' }, 400],
    ['another case', { region: 'eu' }, { 'Mcp-Param-Region': 'EU' }, 400],
    ['no argument and no header', { query: 'x' }, {}, 200],
    ['null and no header', { region: null }, {}, 200],
    ['a number', { limits: { rows: 42 } }, { 'Mcp-Param-Rows': '42' }, 200],
    ['the same number', { limits: { rows: 42 } }, { 'Mcp-Param-Rows': '42.0' }, 200],
    ['another number', { limits: { rows: 42 } }, { 'Mcp-Param-Rows': '43' }, 400],
    ['a string that is no number', { region: '42' }, { 'Mcp-Param-Region': '42.0' }, 400],
  ])('%s', async (_, args, headers, status) => {
    const { url } = await serve(scriptedRoute({ answer }));
    const response = await callTool(url, args, headers);
    expect(response.status).toBe(status);
    expect(response.json).toMatchObject(status === 200 ? { result: {} } : { id: 1, error: { code: -32020 } });
  });

  test('the tools are asked for once, in the name of the caller, and learnt from what clients list', async () => {
    const route = scriptedRoute({ answer });
    const { url } = await serve(route);
    await callTool(url, { region: 'eu' });
    await callTool(url, { region: 'eu' }, { 'Mcp-Param-Region': 'eu' });
    const methods = route.conversations.flatMap(({ received }) =>
      received.map((message) => 'method' in message && message.method),
    );
    expect(methods).toEqual(['tools/list', 'tools/list', 'tools/call']);
    expect(route.conversations.every(({ isClosed }) => isClosed)).toBe(true);
    await call({ url, headers: modernHeaders('tools/list'), body: modern(2, 'tools/list') });
    expect((await callTool(url, {}, {}, 'other')).status).toBe(200);
  });

  test('an upstream that does not list its tools in time is called all the same', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute({ answer: silent });
    const { url } = await serve(route, { clock });
    const response = callTool(url, { region: 'eu' });
    await vi.waitFor(() => expect(route.conversations).toHaveLength(1));
    clock.advance(2_000);
    expect((await response).status).toBe(200);
  });
});
