import { describe, expect, it, vi } from 'vitest';
import { parseConfig, type GatewayConfig } from '../../src/config/index.js';
import { gateway } from '../http/support/gateway.js';
import { call } from '../http/support/http-client.js';
import { modern, modernHeaders } from '../http/support/messages.js';
import { useGatewayClients } from '../support/clients.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { createRecordingLog } from '../support/recording-log.js';
import { scripted, type Script } from '../support/script.js';
import type { GatewayClient } from '../support/stdio-client.js';

const connect = useGatewayClients();

const script: Script = {
  capabilities: { prompts: {}, resources: { listChanged: true }, tools: {} },
  prompts: { summarize: { doc: [], user: [], secret: [] } },
  templates: { 'doc://{kind}/{id}': {}, 'secret://{id}': {} },
  resources: ['doc://note/1', 'doc://note/2', 'doc://page/3', 'secret://plans', 'plain://x'],
  tools: { find_users: { users: [{ login: 'ada', name: 'Ada' }, { login: 'bob' }] } },
};

const configOf = (more = '', ttlMs = 60_000): GatewayConfig =>
  parseConfig(
    `
completions:
  resources:
    "doc://{kind}/{id}":
      kind: { mcp: resources, ttlMs: ${ttlMs} }
      id: { mcp: resources, ttlMs: ${ttlMs} }
  prompts:
    summarize:
      doc: { mcp: { resources: "doc://{kind}/{id}", variable: id }, ttlMs: ${ttlMs} }
      secret: { mcp: { resources: "secret://{id}", variable: id } }
      user:
        mcp: { tool: find_users, arguments: { query: "{value}*", doc: "{arguments.doc}" } }
        pointer: /users
        column: login
        title: name
${more}`,
    { file: '/etc/typeahead.yaml' },
  );

const template = { type: 'ref/resource', uri: 'doc://{kind}/{id}' };
const summarize = { type: 'ref/prompt', name: 'summarize' };
const asking = (ref: object, name: string, value = '', filled: Record<string, string> = {}) => ({
  ref,
  argument: { name, value },
  context: { arguments: filled },
});

async function valuesOf(client: GatewayClient, params: object): Promise<unknown> {
  const { result, error } = await client.request('completion/complete', params);
  return error ?? (result?.['completion'] as { values: unknown } | undefined)?.values;
}

describe('values of the upstream itself', () => {
  it('come through the connection of the client: its resources, and the result of a tool', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf() });
    await client.initialize();
    expect(await valuesOf(client, asking(template, 'kind'))).toEqual(['note', 'page']);
    expect(await valuesOf(client, asking(template, 'id', '', { kind: 'note' }))).toEqual(['1', '2']);
    expect(await valuesOf(client, asking(template, 'id', '', { kind: 'page' }))).toEqual(['3']);
    expect(await valuesOf(client, asking(summarize, 'doc'))).toEqual(['1', '2', '3']);
    expect(await valuesOf(client, asking(summarize, 'user', 'a'))).toEqual([]);
    expect(await valuesOf(client, asking(summarize, 'user', 'ad', { doc: '1' }))).toEqual(['ada']);
    const [toolCall, ...others] = receivedBy(received, 'tools/call');
    expect(toolCall?.params).toEqual({ name: 'find_users', arguments: { query: 'ad*', doc: '1' } });
    expect(others).toEqual([]);
    // The client sees nothing of it.
    expect(client.messages.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  it('follow its lists as soon as it says that they have changed', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf() });
    await client.initialize();
    for (let round = 0; round < 3; round += 1) await valuesOf(client, asking(template, 'kind'));
    const before = receivedBy(received, 'resources/list').length;
    await valuesOf(client, asking(template, 'kind'));
    expect(receivedBy(received, 'resources/list')).toHaveLength(before);
    await client.request('test/print', {
      lines: ['{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}'],
    });
    await client.first(({ method }) => method === 'notifications/resources/list_changed');
    expect(await valuesOf(client, asking(template, 'kind'))).toEqual(['note', 'page']);
    expect(receivedBy(received, 'resources/list').length).toBeGreaterThan(before);
  });

  it('are those that the rules of access let through', async () => {
    const rules = 'access:\n  resources: { "secret://{id}": { groups: [admins] } }\n';
    const stranger = connect({ upstream: scripted(script), config: configOf(rules) });
    await stranger.initialize();
    expect(await valuesOf(stranger, asking(summarize, 'secret'))).toEqual([]);
    expect(await valuesOf(stranger, asking(summarize, 'doc'))).toEqual(['1', '2', '3']);
    const admin = connect({
      upstream: scripted(script),
      config: configOf(`${rules}auth:\n  local: { groups: [admins] }\n`),
    });
    await admin.initialize();
    expect(await valuesOf(admin, asking(summarize, 'secret'))).toEqual(['plans']);
  });

  it('are an error that says nothing, to the client, and something, to the log, where it has no such tool', async () => {
    const log = createRecordingLog();
    const client = connect({ upstream: scripted({ ...script, tools: {} }), config: configOf(), log });
    await client.initialize();
    expect(await valuesOf(client, asking(summarize, 'user', 'what-was-typed', { doc: '1' }))).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(log.reports.join('\n')).toContain('tool find_users: the server answers with error -32602');
    expect(log.lines.join('\n')).not.toContain('what-was-typed');
  });

  it('do not keep other arguments waiting while it hangs, nor the person longer than told', async () => {
    const received = recordingFile();
    const config = parseConfig(
      `
completions:
  prompts:
    summarize:
      doc: { mcp: { resources: "doc://{kind}/{id}", variable: id }, timeoutMs: 50 }
      user: [ada, bob]
`,
      { file: '/etc/typeahead.yaml' },
    );
    const client = connect({ upstream: scripted({ ...script, received, hang: ['resources/list'] }), config });
    await client.initialize();
    const hanging = valuesOf(client, asking(summarize, 'doc'));
    expect(await valuesOf(client, asking(summarize, 'user'))).toEqual(['ada', 'bob']);
    expect(await hanging).toMatchObject({ code: -32603 });
    await vi.waitFor(
      () => expect(receivedBy(received, 'notifications/cancelled').length).toBeGreaterThan(0),
      10_000,
    );
  });

  it('are read again for the cache, in the modern era, after the exchange that asked has ended', async () => {
    const received = recordingFile();
    const running = await gateway({
      upstream: scripted({ ...script, modern: true, received }),
      config: configOf('', 1),
    });
    const ask = async (): Promise<unknown> => {
      const body = modern(1, 'completion/complete', asking(template, 'kind'));
      const { json } = await call({ url: running.url, body, headers: modernHeaders('completion/complete') });
      return (json as { result: { completion: { values: string[] } } }).result.completion.values;
    };
    expect(await ask()).toEqual(['note', 'page']);
    for (let round = 1; round < 4; round += 1) {
      const before = receivedBy(received, 'resources/list').length;
      await vi.waitFor(async () => {
        expect(await ask()).toEqual(['note', 'page']);
        expect(receivedBy(received, 'resources/list').length).toBeGreaterThan(before);
      }, 10_000);
    }
    expect(running.lines.filter((line) => line.includes('failed'))).toEqual([]);
  });
});
