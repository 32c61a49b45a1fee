import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig, type GatewayConfig } from '../../src/config/index.js';
import { useGatewayClients } from '../support/clients.js';
import { createRecordingLog } from '../support/recording-log.js';
import { scripted } from '../support/script.js';
import type { GatewayClient } from '../support/stdio-client.js';

const connect = useGatewayClients();

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const healthy: Handler = (_, response) => void response.end('["web","worker"]');

interface Service {
  origin: string;
  handler: Handler;
  /** Requests so far. */
  count: number;
}

async function serve(): Promise<Service> {
  const server = createServer((request, response) => {
    service.count += 1;
    service.handler(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service: Service = { origin: `http://127.0.0.1:${port}`, handler: healthy, count: 0 };
  return service;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function configOf(folder: string, slots: string): Promise<GatewayConfig> {
  const file = join(folder, 'typeahead.yaml');
  const text = `completions:\n  prompts:\n    deploy:\n      severity: [P0, P1]\n${slots.replace(/^/gm, '      ')}\n`;
  writeFileSync(file, text);
  return loadConfig(file, { env: { TOKEN: 'hunter2' } });
}

async function start(config: GatewayConfig) {
  const log = createRecordingLog();
  const prompts = { deploy: { severity: [], service: [], path: [], region: [] } };
  const client = connect({ upstream: scripted({ prompts }), config, log });
  await client.initialize();
  return { log, client };
}

async function valuesOf(client: GatewayClient, name: string, value = ''): Promise<unknown> {
  const params = { ref: { type: 'ref/prompt', name: 'deploy' }, argument: { name, value } };
  const { result, error } = await client.request('completion/complete', params);
  return error ?? (result?.['completion'] as { values: unknown } | undefined)?.values;
}

const internalError = { code: -32603, message: 'Internal error' };

function flood(response: ServerResponse, sent: { bytes: number }): void {
  const chunk = Buffer.alloc(65_536, '"a",');
  const write = (): void => {
    while (!response.destroyed && sent.bytes < 1_000_000_000) {
      sent.bytes += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', write);
        return;
      }
    }
  };
  write();
}

describe('an HTTP source', () => {
  it.each<[string, Handler, string]>([
    ['answers with 500', (_, response) => void response.writeHead(500).end('hunter2'), 'HTTP 500'],
    ['hangs', () => {}, 'no answer within 300 ms'],
    ['hangs up', (_, response) => void response.destroy(), 'cannot be reached'],
    ['sends a gigabyte', (_, response) => flood(response, { bytes: 0 }), 'larger than 100000 bytes'],
    ['sends a page for people', (_, response) => void response.end('<p>hunter2</p>'), 'not valid JSON'],
    [
      'sends people elsewhere',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'another origin',
    ],
  ])(
    'that %s leaves its last values standing, and the other arguments alone, and is used again',
    async (_, broken, told) => {
      const service = await serve();
      // Long enough for a busy machine where the fault shows by itself.
      const timeoutMs = told.includes('300 ms') ? 300 : 10_000;
      const slot = `service: { http: "${service.origin}/names?key=\${TOKEN}&q={value}", ttlMs: 1, staleMs: 60000, maxBytes: 100000, timeoutMs: ${timeoutMs} }`;
      const { client, log } = await start(await configOf(temporaryFolder(), slot));
      await vi.waitFor(
        async () => expect(await valuesOf(client, 'service')).toEqual(['web', 'worker']),
        20_000,
      );
      service.handler = broken;
      const before = service.count;
      // Shown at once, while it is asked for again.
      await vi.waitFor(async () => {
        expect(await valuesOf(client, 'service')).toEqual(['web', 'worker']);
        expect(service.count).toBeGreaterThan(before);
      }, 10_000);
      expect(await valuesOf(client, 'severity')).toEqual(['P0', 'P1']);
      expect(await valuesOf(client, 'service', 'what-was-typed')).toEqual(internalError);
      await vi.waitFor(() => expect(log.reports.join('\n')).toContain(told), 10_000);
      for (const secret of ['hunter2', 'what-was-typed', '/names'])
        expect(log.lines.join('\n')).not.toContain(secret);
      service.handler = (_request, response) => void response.end('["api"]');
      await vi.waitFor(async () => expect(await valuesOf(client, 'service')).toEqual(['api']), 20_000);
    },
  );
});

describe('files and folders on disk', () => {
  it('replaced, emptied, broken and taken away under a running gateway leave the last values standing, and come back', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'regions.txt'), 'eu\nus\n');
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/main.ts'), '');
    const config = await configOf(folder, 'region: { file: regions.txt }\npath: { directory: src }');
    const { client, log } = await start(config);
    const regions = (): Promise<unknown> => valuesOf(client, 'region');
    expect(await regions()).toEqual(['eu', 'us']);
    writeFileSync(join(folder, 'regions.new'), 'eu\nus\nap\n');
    renameSync(join(folder, 'regions.new'), join(folder, 'regions.txt'));
    expect(await regions()).toEqual(['eu', 'us', 'ap']);
    writeFileSync(join(folder, 'regions.txt'), '');
    expect(await regions()).toEqual(['eu', 'us', 'ap']);
    writeFileSync(join(folder, 'regions.txt'), Buffer.from([0xff, 0xff, 0x41]));
    expect(await regions()).toEqual(['eu', 'us', 'ap']);
    rmSync(join(folder, 'regions.txt'));
    expect(await regions()).toEqual(['eu', 'us', 'ap']);
    expect(log.reports.join('\n')).toMatch(/regions\.txt: not UTF-8[\s\S]*regions\.txt: no such file/);
    writeFileSync(join(folder, 'regions.txt'), 'sa\n');
    expect(await regions()).toEqual(['sa']);

    expect(await valuesOf(client, 'path')).toEqual(['main.ts']);
    renameSync(join(folder, 'src'), join(folder, 'away'));
    expect(await valuesOf(client, 'path')).toEqual(internalError);
    expect(await valuesOf(client, 'severity')).toEqual(['P0', 'P1']);
    expect(log.reports.join('\n')).toContain('src: no such folder');
    renameSync(join(folder, 'away'), join(folder, 'src'));
    expect(await valuesOf(client, 'path')).toEqual(['main.ts']);
  });
});
