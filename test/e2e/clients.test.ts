import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startListening, type ListeningProcess } from '../support/listening-process.js';
import { node22 } from '../support/node22.js';
import { inRepository, programs } from '../support/paths.js';
import { gatewayOnHttp, gatewayOnStdio, temporaryFolder, type Command } from '../support/routes.js';
import { runProgram } from '../support/run-program.js';

const desk: Command = [process.execPath, programs.incidentDesk];
const [command, ...args] = gatewayOnStdio(programs.incidentDeskConfig, desk);
const severityP = {
  ref: { type: 'ref/prompt', name: 'incident_report' },
  argument: { name: 'severity', value: 'P' },
} as const;
const expected = { values: ['P0', 'P1', 'P2', 'P3'], total: 4, hasMore: false };
const info = { name: 'client-under-test', version: '1.0.0' };

let gateway: ListeningProcess;
beforeAll(async () => {
  gateway = await startListening(gatewayOnHttp(programs.incidentDeskConfig, desk));
});
afterAll(() => gateway.close());

describe('SDK v1 Client gets completions from the gateway', () => {
  const transports = [
    { name: 'stdio', open: () => new StdioV1({ command, args, stderr: 'ignore' }) },
    { name: 'HTTP', open: () => new HttpV1(new URL(gateway.url)) as unknown as StdioV1 },
  ];
  test.each(transports)('over $name', async ({ open }) => {
    const client = new ClientV1(info);
    onTestFinished(() => client.close());
    await client.connect(open());
    const { completion } = await client.complete(severityP);
    expect(completion).toEqual(expected);
  });
});

describe('SDK v2 Client gets completions from the gateway', () => {
  const transports = [
    { name: 'stdio', open: () => new StdioV2({ command, args, stderr: 'ignore' }) },
    { name: 'HTTP', open: () => new HttpV2(new URL(gateway.url)) },
  ];
  const modes = [
    { mode: 'legacy', era: 'legacy' },
    { mode: 'auto', era: 'modern' },
    { mode: { pin: '2026-07-28' }, era: 'modern' },
  ] as const;
  const cases = transports.flatMap((transport) => modes.map((mode) => ({ ...transport, ...mode })));
  test.each(cases)('over $name in the $era era (mode $mode)', async ({ open, mode, era }) => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(open());
    const { completion } = await client.complete(severityP);
    expect(completion).toEqual(expected);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
  });
});

describe('@ai-sdk/mcp gets completions from the gateway', () => {
  const program = inRepository('test/peers/complete-with-ai-sdk.mjs');
  test.each([
    { name: 'stdio', target: () => ['--', command, ...args] },
    { name: 'HTTP', target: () => [gateway.url] },
  ])('over $name', async ({ target }) => {
    const { stdout, stderr } = await runProgram([process.execPath, program, ...target()]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

describe("the Inspector's mcpdo prompts/complete gets completions from the gateway", () => {
  const cases = [
    { name: 'stdio', target: () => ['--transport', 'stdio', '--', command, ...args] },
    { name: 'HTTP', target: () => ['--transport', 'http', '--server-url', gateway.url] },
  ].flatMap((transport) => (['legacy', 'modern'] as const).map((era) => ({ ...transport, era })));

  test.each(cases)('over $name in the $era era', async ({ target, era }) => {
    const folder = await temporaryFolder();
    const env = {
      MCP_STORAGE_DIR: folder,
      MCP_INSPECTOR_DAEMON_DIR: folder,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    };
    const mcpdo = (...words: string[]): ReturnType<typeof runProgram> =>
      runProgram([node22(), programs.mcpdo, '--format', 'json', '--connection', 'desk', ...words], { env });
    onTestFinished(async () => void (await mcpdo('daemon', 'stop')));

    const connected = await mcpdo('connect', '--era', era, ...target());
    expect(connected.code, connected.stderr).toBe(0);
    const argument = ['--complete-arg-name', 'severity', '--complete-arg-value', 'P'];
    const ref = ['--complete-ref-type', 'ref/prompt', '--complete-ref', 'incident_report'];
    const completed = await mcpdo('prompts/complete', ...ref, ...argument);
    expect(completed.code, completed.stderr).toBe(0);
    expect(JSON.parse(completed.stdout)).toMatchObject(expected);
  });
});
