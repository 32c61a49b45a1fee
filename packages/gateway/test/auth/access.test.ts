import { describe, expect, it } from 'vitest';
import { parseConfig, type GatewayConfig } from '../../src/config/index.js';
import { call } from '../http/support/http-client.js';
import { gateway } from '../http/support/gateway.js';
import { initialize, legacy, modern, modernHeaders } from '../http/support/messages.js';
import { useGatewayClients } from '../support/clients.js';
import { modern as modernParams } from '../support/modern.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { scripted, type Script } from '../support/script.js';
import type { GatewayClient, Received } from '../support/stdio-client.js';
import { startAuthorizationServer } from './support/authorization-server.js';

const connect = useGatewayClients();

const script: Script = {
  capabilities: { prompts: {}, resources: {}, completions: {} },
  prompts: { open: { user: ['ada'] }, admin_reset: { user: ['root'] } },
  templates: { 'secret://{id}': { id: ['s1'] }, 'doc://{id}': { id: ['d1'] } },
  resources: ['secret://s1', 'plain://x'],
};

function configOf(text: string): GatewayConfig {
  return parseConfig(text, { file: '/etc/typeahead.yaml' });
}

const denied = `
access:
  prompts: { "admin_*": { groups: [admins] } }
  resources: { "secret://{id}": { groups: [admins] } }
`;

const completePrompt = (name: string, argument = 'user') => ({
  ref: { type: 'ref/prompt', name },
  argument: { name: argument, value: '' },
});
const completeUri = (uri: string) => ({
  ref: { type: 'ref/resource', uri },
  argument: { name: 'id', value: '' },
});

/** What a client hears, without what it has itself asked for. */
async function hears(client: GatewayClient, method: string, params: object, own: string): Promise<unknown> {
  const { id: _, ...reply } = await client.request(method, params);
  return JSON.parse(JSON.stringify(reply).replaceAll(JSON.stringify(own).slice(1, -1), '…'));
}

const namesIn = ({ result }: Received, key: string, name: string): unknown[] =>
  ((result?.[key] ?? []) as Record<string, unknown>[]).map((entry) => entry[name]);

describe('rules of access', () => {
  it('BUG-176 hide what they exclude everywhere, and the upstream never hears of it', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf(denied) });
    await client.initialize();
    expect(namesIn(await client.request('prompts/list'), 'prompts', 'name')).toEqual(['open']);
    expect(namesIn(await client.request('resources/list'), 'resources', 'uri')).toEqual(['plain://x']);
    const templates = await client.request('resources/templates/list');
    expect(namesIn(templates, 'resourceTemplates', 'uriTemplate')).toEqual(['doc://{id}']);

    const unknown = await hears(client, 'completion/complete', completePrompt('nothing'), 'nothing');
    expect(unknown).toMatchObject({ error: { code: -32602 } });
    for (const name of ['admin_reset', 'ADMIN_reset', 'admin_none', 'Admin_Reset']) {
      expect(await hears(client, 'completion/complete', completePrompt(name), name)).toEqual(unknown);
    }
    const unknownUri = await hears(client, 'completion/complete', completeUri('none://{id}'), 'none://{id}');
    for (const uri of ['secret://{id}', 'SECRET://{id}', 'secret://s1', 'secret://%73%31', 'Secret://S1']) {
      expect(await hears(client, 'completion/complete', completeUri(uri), uri)).toEqual(unknownUri);
    }
    expect(receivedBy(received, 'completion/complete')).toEqual([]);

    const unknownGet = await hears(client, 'prompts/get', { name: 'nothing' }, 'nothing');
    for (const name of ['admin_reset', 'ADMIN_reset']) {
      expect(await hears(client, 'prompts/get', { name }, name)).toEqual(unknownGet);
    }
    const unknownRead = await hears(client, 'resources/read', { uri: 'none://1' }, 'none://1');
    for (const uri of ['secret://s1', 'secret://%73%31', 'SECRET://s1', 'secret://none']) {
      expect(await hears(client, 'resources/read', { uri }, uri)).toEqual(unknownRead);
    }
    expect(unknownRead).toEqual({
      jsonrpc: '2.0',
      error: { code: -32002, message: 'Resource not found', data: { uri: '…' } },
    });
    await client.request('resources/subscribe', { uri: 'secret://s1' });
    const asked = receivedBy(received).map(({ params }) => params?.['name'] ?? params?.['uri']);
    expect(asked).not.toContain('admin_reset');
    expect(asked).not.toContain('secret://s1');
  });

  it('let pass what they do not cover, with its answers as they come', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf(denied) });
    await client.initialize();
    const { result } = await client.request('completion/complete', completePrompt('open'));
    expect(result).toEqual({ completion: { values: ['ada'] } });
    expect((await client.request('completion/complete', completeUri('doc://{id}'))).result).toMatchObject({
      completion: { values: ['d1'] },
    });
    expect((await client.request('prompts/get', { name: 'open' })).result).toEqual({
      messages: [],
      description: 'open',
    });
    expect((await client.request('resources/read', { uri: 'doc://7' })).result).toMatchObject({
      contents: [{ uri: 'doc://7' }],
    });
    expect((await client.request('prompts/get', { name: 7 })).error).toMatchObject({
      message: 'No prompt 7 here',
    });
  });

  it('give the local user what its groups may', async () => {
    const config = configOf(`${denied}\nauth: { local: { groups: [admins] } }`);
    const client = connect({ upstream: scripted(script), config });
    await client.initialize();
    expect(namesIn(await client.request('prompts/list'), 'prompts', 'name')).toEqual(['open', 'admin_reset']);
    const { result } = await client.request('completion/complete', completePrompt('admin_reset'));
    expect(result).toMatchObject({ completion: { values: ['root'] } });
    expect((await client.request('resources/read', { uri: 'secret://s1' })).result).toBeDefined();
  });

  it('hold for values of the configuration, and over a reload', async () => {
    const completions = 'completions: { prompts: { admin_reset: { user: [r1, r2] } } }';
    const client = connect({ upstream: scripted(script), config: configOf(completions) });
    await client.initialize();
    const ask = () => client.request('completion/complete', completePrompt('admin_reset'));
    expect((await ask()).result).toMatchObject({ completion: { values: ['r1', 'r2'] } });
    client.gateway.reload(configOf(completions + denied));
    expect((await ask()).error).toMatchObject({ code: -32602 });
  });

  it('cannot be passed by before the handshake, nor in a revision that nobody knows', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf(denied) });
    const early = await client.request('completion/complete', completePrompt('admin_reset'));
    expect(early.error).toMatchObject({ code: -32600 });
    await client.initialize();
    const future = modernParams(
      { name: 'admin_reset' },
      { 'io.modelcontextprotocol/protocolVersion': '2999-01-01' },
    );
    expect((await client.request('prompts/get', future)).error).toBeDefined();
    const complete = modernParams(completePrompt('admin_reset'), {
      'io.modelcontextprotocol/protocolVersion': '2999-01-01',
    });
    expect((await client.request('completion/complete', complete)).error).toMatchObject({ code: -32602 });
    expect(receivedBy(received, 'completion/complete')).toEqual([]);
  });

  it('leave only what one may read in a subscription', async () => {
    const received = recordingFile();
    const client = connect({ upstream: scripted({ ...script, received }), config: configOf(denied) });
    await client.initialize();
    const resourceSubscriptions = ['secret://s1', 'doc://1'];
    await client.request('subscriptions/listen', {
      notifications: { resourceSubscriptions, toolsListChanged: true },
    });
    expect(receivedBy(received, 'subscriptions/listen')[0]?.params).toEqual({
      notifications: { resourceSubscriptions: ['doc://1'], toolsListChanged: true },
    });
  });

  it('refuse all that they would have to look up while the upstream does not give its lists', async () => {
    const client = connect({
      upstream: scripted({
        ...script,
        hang: [],
        prompts: script.prompts!,
        capabilities: { completions: {} },
      }),
      config: configOf(denied),
    });
    await client.initialize();
    // It declares neither prompts nor resources: there is nothing to list, so nothing is known.
    for (const name of ['open', 'admin_reset']) {
      const { error } = await client.request('completion/complete', completePrompt(name));
      expect(error).toMatchObject({ code: -32602 });
    }
  });
});

describe('over HTTP', () => {
  it('BUG-175 a rule for one prompt blocks no other, nor the handshake', async () => {
    const server = await startAuthorizationServer();
    const only = 'access: { prompts: { A: { groups: [staff] } } }';
    const auth = { jwt: server.jwt, anonymous: true };
    const upstream = scripted({ modern: true, prompts: { A: { user: ['a'] }, B: { user: ['b'] } } });
    const staff = await server.bearer({ groups: ['staff'] });
    for (const [access, expected] of [
      [only, [{ values: ['b'] }, -32602, { values: ['a'] }]],
      [only.replace('prompts', 'default: deny, prompts'), [-32602, -32602, { values: ['a'] }]],
    ] as const) {
      const { url } = await gateway({ upstream, config: configOf(access) }, { auth });
      const discover = { url, headers: modernHeaders('server/discover'), body: modern(1, 'server/discover') };
      expect((await call(discover)).json.result).toBeDefined();
      const opened = await call({ url, body: initialize() });
      const session = { 'Mcp-Session-Id': opened.headers['mcp-session-id'] as string };
      expect((await call({ url, headers: session, body: legacy(2, 'ping') })).json.result).toEqual({});
      const ask = async (name: string, headers: object = {}) => {
        const body = modern(3, 'completion/complete', completePrompt(name));
        const answer = await call({
          url,
          headers: { ...modernHeaders('completion/complete'), ...headers },
          body,
        });
        return answer.json.error?.code ?? answer.json.result?.['completion'];
      };
      expect([await ask('B'), await ask('A'), await ask('A', staff)]).toEqual(expected);
    }
  });

  it('lists changed by who asks are private to them', async () => {
    const server = await startAuthorizationServer();
    const upstream = scripted({
      modern: true,
      prompts: { A: {}, B: {} },
      listed: { ttlMs: 1_000, cacheScope: 'public' },
    });
    const list = async (access: string, headers: object) => {
      const { url } = await gateway({ upstream, config: configOf(access) }, { auth: { jwt: server.jwt } });
      const body = modern(1, 'prompts/list');
      const { json } = await call({ url, headers: { ...modernHeaders('prompts/list'), ...headers }, body });
      return { names: namesIn(json as Received, 'prompts', 'name'), scope: json.result?.['cacheScope'] };
    };
    const rules = 'access: { prompts: { A: { users: [ada] } } }';
    expect(await list(rules, await server.bearer({ sub: 'ada' }))).toEqual({
      names: ['A', 'B'],
      scope: 'private',
    });
    expect(await list(rules, await server.bearer({ sub: 'bob' }))).toEqual({
      names: ['B'],
      scope: 'private',
    });
    expect(await list('{}', await server.bearer())).toEqual({ names: ['A', 'B'], scope: 'public' });
  });
});
