import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createTypeahead } from '@mcp-typeahead/client';
import type { Typeahead } from '@mcp-typeahead/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { subject } from '../support/raw-server.js';
import { startSessionServer } from '../support/http-session-server.js';
import type { SessionServer } from '../support/http-session-server.js';

interface Host {
  server: SessionServer;
  typeahead: Typeahead;
  capabilities: () => unknown;
}

async function open(version: 'v1' | 'v2', sessionId?: string): Promise<Host> {
  const server = await startSessionServer();
  const info = { name: 'host', version: '1' };
  const client = version === 'v1' ? new ClientV1(info) : new ClientV2(info);
  const connect = async (session?: string): Promise<void> => {
    await client.close();
    const options = session === undefined ? {} : { sessionId: session };
    const transport = version === 'v1' ? new HttpV1(server.url, options) : new HttpV2(server.url, options);
    await client.connect(transport as never);
  };
  await connect(sessionId);
  const typeahead = createTypeahead(client, { reconnect: () => connect() });
  onTestFinished(async () => {
    typeahead.dispose();
    await client.close();
  });
  return { server, typeahead, capabilities: () => client.getServerCapabilities()?.experimental };
}

const methods = ({ log }: SessionServer): string[] => log.map(({ method }) => method);
const value = async (typeahead: Typeahead, text: string): Promise<string | undefined> =>
  (await typeahead.complete({ ...subject, value: text })).items[0]?.value;

describe.each(['v1', 'v2'] as const)('with the HTTP transport of SDK %s', (version) => {
  test('BUG-159 a session that is gone is opened anew once, and the request is sent once more', async () => {
    const { server, typeahead, capabilities } = await open(version);
    expect(await value(typeahead, 'a')).toBe('a-session-1');
    server.forget();
    server.log.length = 0;
    expect(await value(typeahead, 'b')).toBe('b-session-2');
    expect(methods(server)).toEqual([
      'completion/complete',
      'initialize',
      'notifications/initialized',
      'completion/complete',
    ]);
    expect(server.log[1]?.session).toBeUndefined();
    expect(capabilities()).toEqual({ opened: { count: 2 } });
    // What the session before had answered is not known of this one.
    expect(await value(typeahead, 'a')).toBe('a-session-2');
  });

  test('BUG-159 if the new session is unknown too, that is an error and no loop', async () => {
    const { server, typeahead } = await open(version);
    server.refuseAll();
    server.log.length = 0;
    await expect(typeahead.complete(subject)).rejects.toMatchObject({
      code: expect.stringMatching(/^(session-gone|disconnected)$/),
    });
    expect(methods(server).filter((method) => method === 'initialize')).toHaveLength(1);
    expect(methods(server).filter((method) => method === 'completion/complete').length).toBeLessThanOrEqual(
      2,
    );
  });

  test('BUG-159 a session that was restored from storage and is gone is treated alike', async () => {
    const { server, typeahead } = await open(version, 'session-of-yesterday');
    expect(await value(typeahead, 'a')).toBe('a-session-1');
    expect(methods(server)).toEqual([
      'completion/complete',
      'initialize',
      'notifications/initialized',
      'completion/complete',
    ]);
  });

  test('BUG-159 without a way to connect anew the field says why it has nothing', async () => {
    const { server } = await open(version);
    const info = { name: 'host', version: '1' };
    const client = version === 'v1' ? new ClientV1(info) : new ClientV2(info);
    const transport = version === 'v1' ? new HttpV1(server.url) : new HttpV2(server.url);
    await client.connect(transport as never);
    const typeahead = createTypeahead(client);
    server.forget();
    await expect(typeahead.complete(subject)).rejects.toMatchObject({
      name: 'ClientError',
      code: 'session-gone',
    });
    await client.close();
  });
});
