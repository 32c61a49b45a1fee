import { fileURLToPath } from 'node:url';
import { metaKeys } from '@mcp-typeahead/protocol';
import { describe, expect, it, vi } from 'vitest';
import { connectPeer, createCaller, type ChildWire, type HandshakeOptions } from '../src/index.js';
import { json, openTo, resultOf, serve } from './support/http-peer.js';
import { hangs, openScript } from './support/processes.js';
import { record } from './support/record.js';
import { serveLegacy } from './support/sdk-legacy-peer.js';
import { serveModern } from './support/sdk-modern-peer.js';

const here = fileURLToPath(new URL('..', import.meta.url));

/** A legacy server; `onOther` is the code that runs for any message before `initialize`. */
const legacyScript = (onOther: string): string => `
  import { createInterface } from 'node:readline';
  let isInitialized = false;
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (body) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    if (method === 'initialize') {
      isInitialized = true;
      answer({ result: {
        protocolVersion: params.protocolVersion,
        capabilities: { completions: {} },
        serverInfo: { name: 'old', version: '1' },
        instructions: 'Be brief.',
      } });
    } else if (method === 'notifications/initialized') answer({ method: 'ready', id: undefined });
    else if (!isInitialized) { ${onOther} }
    else if (method === 'params') answer({ result: params ?? null });
  });`;

const legacy = (onOther: string): ChildWire => openScript(legacyScript(onOther));

const oldHandshake = {
  era: 'legacy',
  version: '2025-11-25',
  serverInfo: { name: 'old', version: '1' },
  capabilities: { completions: {} },
  instructions: 'Be brief.',
};

describe('handshake, with a child process', () => {
  it('speaks the modern era with a server on SDK v2, each request with its envelope', async () => {
    const wire = openScript(
      `import { McpServer } from '@modelcontextprotocol/server';
       import { serveStdio } from '@modelcontextprotocol/server/stdio';
       serveStdio(() => {
         const server = new McpServer({ name: 'new', version: '2' }, { capabilities: { tools: {} } });
         server.registerTool('t', {}, () => ({ content: [] }));
         return server;
       });`,
      { cwd: here },
    );
    const caller = createCaller(wire);
    const handshake = await caller.handshake({ discoverTimeoutMs: 15_000 });
    expect(handshake).toMatchObject({
      era: 'modern',
      version: '2026-07-28',
      serverInfo: { name: 'new', version: '2' },
      capabilities: { tools: {} },
    });
    expect(await caller.request('tools/list')).toMatchObject({ tools: [{ name: 't' }] });
    await caller.close();
  });

  it('falls back to initialize where discover is refused', async () => {
    const wire = legacy(`answer({ error: { code: -32600, message: 'not yet' } })`);
    const { first } = record(wire);
    expect(await createCaller(wire).handshake({ discoverTimeoutMs: 15_000 })).toMatchObject(oldHandshake);
    await first((message) => 'method' in message && message.method === 'ready');
  });

  it('falls back to initialize where discover gets no answer, and sends no envelope afterwards', async () => {
    const caller = createCaller(legacy(''));
    expect(await caller.handshake({ discoverTimeoutMs: 20 })).toMatchObject(oldHandshake);
    expect(await caller.request('params')).toBeNull();
  });

  it('stays modern where discover is answered late and initialize is not known', async () => {
    const wire = openScript(`
      import { createInterface } from 'node:readline';
      const answers = [];
      createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        answers.push(method === 'server/discover'
          ? { jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }
          : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
        if (answers.length === 2) for (const answer of answers) console.log(JSON.stringify(answer));
      });`);
    expect(await createCaller(wire).handshake({ discoverTimeoutMs: 20 })).toMatchObject({ era: 'modern' });
  });

  it('asks again with a version that the server offers', async () => {
    const wire = openScript(`
      import { createInterface } from 'node:readline';
      let count = 0;
      createInterface({ input: process.stdin }).on('line', (line) => {
        const { id } = JSON.parse(line);
        count += 1;
        console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(count === 1
          ? { error: { code: -32022, message: 'Unsupported', data: { supported: ['2026-07-28'] } } }
          : { result: { supportedVersions: ['2026-07-28'] } }) }));
      });`);
    expect(await createCaller(wire).handshake({ discoverTimeoutMs: 15_000 })).toMatchObject({
      era: 'modern',
      serverInfo: {},
      capabilities: {},
    });
  });

  it('does not fall back where the server is modern, of versions that are not known', async () => {
    const wire = legacy(
      `answer({ error: { code: -32022, message: 'Unsupported', data: { supported: ['2030-01-01'] } } })`,
    );
    await expect(createCaller(wire).handshake({ discoverTimeoutMs: 15_000 })).rejects.toMatchObject({
      code: 'bad-handshake',
      message: 'The server refused "server/discover": Unsupported (-32022)',
    });
  });

  it('keeps to the era that is asked for', async () => {
    const refusing = legacy(`answer({ error: { code: -32601, message: 'no' } })`);
    await expect(createCaller(refusing).handshake({ era: 'modern' })).rejects.toMatchObject({
      code: 'bad-handshake',
    });
    const peer = await serve((received, response) => {
      if (received.message?.id === undefined) response.writeHead(202).end();
      else json(response, resultOf(received, { protocolVersion: '2025-11-25' }));
    });
    await createCaller(openTo(peer)).handshake({ era: 'legacy' });
    expect(peer.of('POST').map((one) => one.message?.method)).toEqual([
      'initialize',
      'notifications/initialized',
    ]);
  });

  it('says who it is and what it can do', async () => {
    const peer = await serve((received, response) =>
      json(response, resultOf(received, { supportedVersions: ['2026-07-28'] })),
    );
    const options: HandshakeOptions = {
      clientInfo: { name: 'me', version: '9' },
      capabilities: { roots: {} },
    };
    const caller = createCaller(openTo(peer));
    await caller.handshake(options);
    await caller.request('x', { a: 1, _meta: { progressToken: 7 } });
    const envelope = {
      [metaKeys.protocolVersion]: '2026-07-28',
      [metaKeys.clientInfo]: options.clientInfo,
      [metaKeys.clientCapabilities]: options.capabilities,
    };
    expect(peer.received.map((one) => one.message?.params)).toEqual([
      { _meta: envelope },
      { a: 1, _meta: { ...envelope, progressToken: 7 } },
    ]);
  });

  it('tells of a child that dies, with its exit code and what it wrote to stderr', async () => {
    const wire = openScript(`
      console.error('Error: DATABASE_URL is not set');
      process.stdin.once('data', () => process.exit(1));`);
    await expect(createCaller(wire).handshake()).rejects.toMatchObject({
      name: 'ConnectError',
      code: 'exited',
      message: 'The child process ended with exit code 1.',
      stderrTail: 'Error: DATABASE_URL is not set',
      closed: { exitCode: 1 },
    });
  });

  it('tells of a child that hangs, with what it wrote to stderr', async () => {
    const wire = openScript(
      `console.error('waiting for a lock'); process.stdin.resume(); setInterval(() => {}, 1000);`,
      hangs,
    );
    await vi.waitFor(() => new Promise<void>((resolve) => wire.onNoise(() => resolve())));
    const failure = createCaller(wire).handshake({ discoverTimeoutMs: 10, timeoutMs: 300 });
    await expect(failure).rejects.toMatchObject({
      code: 'timeout',
      message: 'The server did not answer "initialize" within 300 ms.',
    });
  });

  it('tells of a command that does not exist', async () => {
    const wire = openScript('', { command: 'mcp-no-such-command' });
    await expect(createCaller(wire).handshake()).rejects.toMatchObject({ code: 'spawn-failed' });
  });
});

describe('handshake, with a URL', () => {
  it('speaks the modern era with a server on SDK v2', async () => {
    const caller = createCaller(openTo(await serveModern()));
    expect(await caller.handshake()).toMatchObject({
      era: 'modern',
      serverInfo: { name: 'modern', version: '2.0.0' },
      instructions: 'Ask nicely.',
    });
    expect(await caller.request('tools/call', { name: 'query', arguments: { region: 'eu' } })).toMatchObject({
      content: [{ text: 'eu' }],
    });
  });

  it('speaks the legacy era with the same server, asked to', async () => {
    const caller = createCaller(openTo(await serveModern({ legacy: 'stateless' })));
    expect(await caller.handshake({ era: 'legacy' })).toMatchObject({ era: 'legacy', version: '2025-11-25' });
    expect(await caller.request('tools/list')).toMatchObject({
      tools: [{ name: 'query' }, { name: 'forever' }],
    });
  });

  it('says why where a modern server is asked for the legacy era', async () => {
    const caller = createCaller(openTo(await serveModern()));
    await expect(caller.handshake({ era: 'legacy' })).rejects.toMatchObject({ code: 'bad-handshake' });
  });

  it('falls back to the legacy era with a server on SDK v1', async () => {
    const peer = await serveLegacy();
    const caller = createCaller(openTo(peer));
    expect(await caller.handshake()).toMatchObject({ era: 'legacy', serverInfo: { name: 'legacy' } });
    expect(await caller.request('tools/list')).toHaveProperty('tools');
    expect(peer.requests[1]).toMatchObject({ session: undefined, version: undefined });
  });

  it.each([404, 405, 400, 406, 500])('falls back where discover gets an empty HTTP %i', async (status) => {
    const peer = await serve((received, response) => {
      if (received.message?.method === 'initialize') {
        json(response, resultOf(received, { protocolVersion: '2025-03-26', capabilities: {} }));
      } else response.writeHead(received.message?.id === undefined ? 202 : status).end();
    });
    expect(await createCaller(openTo(peer)).handshake()).toMatchObject({
      era: 'legacy',
      version: '2025-03-26',
    });
  });

  it.each([
    ...[-32601, -32602, -32600, -32603, -32000, -32001, -32020, -32021, 0].map((code) => ({
      error: { code, message: 'not yet' },
    })),
    ...[null, {}, [], { supportedVersions: '2026-07-28' }, { supportedVersions: ['2025-11-25'] }].map(
      (result) => ({ result }),
    ),
  ])('falls back where discover gets %j', async (answer) => {
    const peer = await serve((received, response) => {
      const id = received.message?.id;
      if (received.message?.method === 'initialize') {
        json(response, resultOf(received, { protocolVersion: '2025-11-25' }));
      } else if (id === undefined) response.writeHead(202).end();
      else json(response, { jsonrpc: '2.0', id, ...answer });
    });
    expect(await createCaller(openTo(peer)).handshake()).toMatchObject({ era: 'legacy' });
  });

  it.each([401, 403])('says that credentials are wanted where it gets HTTP %i', async (status) => {
    const peer = await serve((_, response) => response.writeHead(status).end());
    await expect(createCaller(openTo(peer)).handshake()).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining(`HTTP ${status}`),
    });
    expect(peer.received).toHaveLength(1);
  });

  it('says that nothing listens', async () => {
    const caller = createCaller(openTo({ url: 'http://127.0.0.1:9/' }));
    await expect(caller.handshake()).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('connectPeer', () => {
  it('opens a server that dies of discover a second time, in its own era', async () => {
    let opened = 0;
    const { wire, caller, handshake } = await connectPeer(() => {
      opened += 1;
      return legacy('process.exit(1)');
    });
    expect(opened).toBe(2);
    expect(handshake).toMatchObject(oldHandshake);
    expect(await caller.request('params', { a: 1 })).toEqual({ a: 1 });
    await wire.close();
  });

  it('opens it once where the era is given, and closes the wire that failed', async () => {
    const wires: ChildWire[] = [];
    const attempt = connectPeer(
      () => {
        const wire = legacy('process.exit(4)');
        wires.push(wire);
        return wire;
      },
      { era: 'modern' },
    );
    await expect(attempt).rejects.toMatchObject({ code: 'exited', closed: { exitCode: 4 } });
    expect(wires).toHaveLength(1);
    expect(await wires[0]?.closed).toMatchObject({ code: 'exited' });
  });
});
