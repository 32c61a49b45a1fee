import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call } from './support/http-client.js';
import { envelope, modernVersion } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();

const id = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, 1.5, true, {}));
const method = fc.oneof(
  fc.constantFrom(
    'initialize',
    'completion/complete',
    'tools/call',
    'subscriptions/listen',
    'notifications/cancelled',
  ),
  fc.constantFrom('constructor', '__proto__', ''),
  fc.string(),
);
const meta = fc.oneof(
  fc.constant(envelope()),
  fc.record({ 'io.modelcontextprotocol/protocolVersion': fc.jsonValue() }),
  fc.jsonValue(),
);
const params = fc.oneof(
  fc.record(
    { _meta: meta, name: fc.jsonValue(), arguments: fc.jsonValue(), protocolVersion: fc.string() },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0'),
    id,
    method,
    params,
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc'] },
);
const body = fc.oneof(
  message.map((value) => JSON.stringify(value)),
  fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
);
const headerText = fc.stringMatching(/^[!-~]{1,20}$/);
const headers = fc.record(
  {
    'MCP-Protocol-Version': fc.oneof(fc.constantFrom(modernVersion, '2025-11-25'), headerText),
    'Mcp-Method': fc.oneof(fc.constantFrom('initialize', 'completion/complete', 'tools/call'), headerText),
    'Mcp-Name': headerText,
    'Mcp-Session-Id': fc.oneof(fc.constant('live'), headerText),
    'Mcp-Param-X': headerText,
    Accept: fc.constantFrom('application/json', 'text/event-stream', '*/*', 'text/html'),
  },
  { requiredKeys: [] },
);
const verb = fc.constantFrom('POST', 'POST', 'POST', 'DELETE', 'OPTIONS', 'PATCH');

test(
  'whatever a client sends, it gets an answer, and the fault is never ours',
  { timeout: 60_000 },
  async () => {
    const route = scriptedRoute({ answer: (request, upstream) => upstream.result(request.id, {}) });
    const { url } = await serve(route, { maxSessions: 1_000 });
    const live = (await openSession(url))['Mcp-Session-Id'] ?? '';
    await fc.assert(
      fc.asyncProperty(verb, headers, body, async (httpMethod, given, text) => {
        const session =
          given['Mcp-Session-Id'] === 'live' && httpMethod !== 'DELETE' ? { 'Mcp-Session-Id': live } : {};
        const answer = await call({
          url,
          method: httpMethod,
          headers: { 'Content-Type': 'application/json', ...given, ...session },
          body: text,
        });
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers['cache-control']).toBe('no-store');
      }),
      { numRuns: 300 },
    );
  },
);
