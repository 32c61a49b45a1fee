import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { fixtureServer, runMain, startMain, temporaryFolder, type Run } from './run-main.js';

const folder = temporaryFolder();
const onFixture = ['--', ...fixtureServer];

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const severity = (id: number): unknown => ({
  jsonrpc: '2.0',
  id,
  method: 'completion/complete',
  params: {
    ref: { type: 'ref/prompt', name: 'incident_report' },
    argument: { name: 'severity', value: 'P' },
  },
});

function configured(name: string, values: string): string {
  return folder.write(name, `completions:\n  prompts:\n    incident_report: { severity: [${values}] }\n`);
}

function start(argv: readonly string[], env: Record<string, string> = {}): Run {
  return startMain(['serve', ...argv], { cwd: folder.path, env });
}

/** Sends a request on stdio and waits for its answer. */
async function ask(run: Run, request: unknown): Promise<unknown> {
  const { id } = request as { id: number };
  run.stdin.write(`${JSON.stringify(request)}\n`);
  return vi.waitFor(
    () => {
      const answer = messages(run).find((message) => message.id === id);
      expect(answer, run.stderr()).toBeDefined();
      return answer;
    },
    { timeout: 15_000 },
  );
}

/** Every line of stdout. A line that is no JSON fails the test. */
function messages(run: Run): { jsonrpc: string; id?: number }[] {
  return run
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { jsonrpc: string; id?: number });
}

async function listening(run: Run): Promise<[string, ...string[]]> {
  await vi.waitFor(() => expect(run.stderr()).toContain('listens on'), { timeout: 15_000 });
  const [first, ...others] = [...run.stderr().matchAll(/listens on (\S+)/g)].flatMap(([, url]) => url ?? []);
  return [first ?? '', ...others];
}

async function completeAt(
  url: string,
  ...argv: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return runMain([
    'complete',
    '--prompt',
    'incident_report',
    '--argument',
    'severity',
    '--url',
    url,
    ...argv,
  ]);
}

describe('serve on stdio', () => {
  it('adds completions to a server, and ends when the client goes', async () => {
    configured('stdio.yaml', 'P0, P1');
    const run = start(['-c', 'stdio.yaml', ...onFixture]);
    expect(await ask(run, initialize)).toMatchObject({ result: { serverInfo: { name: 'cli-fixture' } } });
    expect(await ask(run, severity(2))).toMatchObject({
      result: { completion: { values: ['P0', 'P1'], total: 2 } },
    });
    run.stdin.end();
    expect(await run.code).toBe(0);
  });

  it('completes for a client that sends everything at once', async () => {
    configured('script.yaml', 'P0, P1');
    const run = start(['-c', 'script.yaml', ...onFixture]);
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const message of [initialize, initialized]) run.stdin.write(`${JSON.stringify(message)}\n`);
    expect(await ask(run, severity(2))).toMatchObject({ result: { completion: { values: ['P0', 'P1'] } } });
    run.stdin.end();
    expect(await run.code).toBe(0);
  });

  it('takes an edit of the configuration, and keeps the old one when the edit is bad', async () => {
    configured('edited.yaml', 'P0');
    const run = start(['-c', 'edited.yaml', ...onFixture]);
    await ask(run, initialize);
    expect(await ask(run, severity(2))).toMatchObject({ result: { completion: { values: ['P0'] } } });
    configured('edited.yaml', 'P0, P9');
    await vi.waitFor(() => expect(run.stderr()).toContain('in force'), { timeout: 10_000 });
    expect(await ask(run, severity(3))).toMatchObject({ result: { completion: { values: ['P0', 'P9'] } } });
    folder.write('edited.yaml', 'completions:\n  promts: {}\n');
    await vi.waitFor(() => expect(run.stderr()).toContain('edited.yaml:2:3: unknown key "promts"'), {
      timeout: 10_000,
    });
    expect(await ask(run, severity(4))).toMatchObject({ result: { completion: { values: ['P0', 'P9'] } } });
    await run.stop();
    expect(await run.code).toBe(0);
  });

  it('shows an edit of a file of values at the next request', async () => {
    folder.write('levels.txt', 'P0\n');
    folder.write(
      'file.yaml',
      'completions: { prompts: { incident_report: { severity: { file: levels.txt } } } }',
    );
    const run = start(['-c', 'file.yaml', ...onFixture]);
    await ask(run, initialize);
    expect(await ask(run, severity(2))).toMatchObject({ result: { completion: { values: ['P0'] } } });
    folder.write('levels.txt', 'P0\nP1\n');
    expect(await ask(run, severity(3))).toMatchObject({ result: { completion: { values: ['P0', 'P1'] } } });
    run.stdin.end();
    expect(await run.code).toBe(0);
  });

  it('is refused with a configuration that is: file, line, column, code 1', async () => {
    folder.write('bad.yaml', 'completions:\n  promts: {}\n');
    const run = start(['-c', 'bad.yaml', ...onFixture]);
    expect(await run.code).toBe(1);
    expect(run.stdout()).toBe('');
    expect(run.stderr()).toContain('bad.yaml:2:3: unknown key "promts"; did you mean "prompts"?');
  });

  it('takes the server from the configuration', async () => {
    const [command, script] = fixtureServer;
    folder.write(
      'upstream.yaml',
      JSON.stringify({
        upstream: { command, args: [script] },
        completions: { prompts: { incident_report: { severity: ['${LEVEL}'] } } },
      }),
    );
    const run = start(['-c', 'upstream.yaml'], { LEVEL: 'P7' });
    await ask(run, initialize);
    expect(await ask(run, severity(2))).toMatchObject({ result: { completion: { values: ['P7'] } } });
    run.stdin.end();
    expect(await run.code).toBe(0);
  });

  it('does not serve several upstreams', async () => {
    folder.write('several.yaml', 'upstreams: { a: { command: x }, b: { command: y } }');
    const run = start(['-c', 'several.yaml']);
    expect(await run.code).toBe(2);
    expect(run.stderr()).toContain('--http');
  });
});

describe('serve by HTTP', () => {
  it('says where it listens, answers there, and ends when it is told to', async () => {
    configured('http.yaml', 'P0, P1');
    const run = start(['-c', 'http.yaml', '--http', '0', ...onFixture]);
    const [url] = await listening(run);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await completeAt(url)).toEqual({
      code: 0,
      stdout: 'P0\nP1\n',
      stderr: '2 values, total 2, no more\n',
    });
    await run.stop();
    expect(await run.code).toBe(0);
    expect(run.stdout()).toBe('');
  });

  it('serves several upstreams, each at its path with its completions', async () => {
    const [command, script] = fixtureServer;
    const upstream = (value: string): unknown => ({
      command,
      args: [script],
      completions: { prompts: { incident_report: { severity: [value] } } },
    });
    folder.write(
      'many.yaml',
      JSON.stringify({ upstreams: { one: upstream('A'), two: upstream('B') }, http: { listen: 0 } }),
    );
    const run = start(['-c', 'many.yaml']);
    const urls = await listening(run);
    const [one, two = ''] = urls;
    expect(urls.map((url) => new URL(url).pathname)).toEqual(['/mcp/one', '/mcp/two']);
    expect((await completeAt(one)).stdout).toBe('A\n');
    expect((await completeAt(two)).stdout).toBe('B\n');
    await run.stop();
    expect(await run.code).toBe(0);
  });

  it('stands in front of a URL, and sends it the headers given', async () => {
    configured('url.yaml', 'P0');
    const inner = start(['--http', '0', ...onFixture]);
    const [upstream] = await listening(inner);
    const outer = start(['-c', 'url.yaml', '--http', '0', '--upstream', upstream, '--header', 'X-Desk: 7']);
    const [url] = await listening(outer);
    expect((await completeAt(url)).stdout).toBe('P0\n');
    for (const run of [outer, inner]) {
      await run.stop();
      expect(await run.code).toBe(0);
    }
  });

  it('repeats the headers that forwardHeaders names, never in place of its own', async () => {
    const received: IncomingHttpHeaders[] = [];
    const upstream = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => upstream.once('listening', resolve));
    const { port } = upstream.address() as AddressInfo;
    folder.write(
      'forward.yaml',
      JSON.stringify({
        upstream: {
          url: `http://127.0.0.1:${port}/mcp`,
          headers: { 'X-Desk': '7' },
          forwardHeaders: ['authorization', 'x-desk'],
        },
        http: { listen: 0 },
      }),
    );
    const run = start(['-c', 'forward.yaml']);
    const [url] = await listening(run);
    const sent = ['Authorization: Bearer c', 'X-Desk: 9', 'X-Other: o', 'Cookie: c=1'];
    await completeAt(url, ...sent.flatMap((header) => ['--header', header]));
    expect(received.length).toBeGreaterThan(0);
    for (const headers of received) {
      expect(headers).toMatchObject({ authorization: 'Bearer c', 'x-desk': '7' });
      expect(headers).not.toHaveProperty('x-other');
      expect(headers).not.toHaveProperty('cookie');
    }
    await run.stop();
    upstream.close();
  });

  it('lets in the hosts and origins that it is told of, besides those of the configuration', async () => {
    folder.write('hosts.yaml', 'http: { listen: "127.0.0.1:0", allowedHosts: [a.example] }');
    const run = start([
      '-c',
      'hosts.yaml',
      '--allow-host',
      'b.example',
      '--allow-origin',
      'https://c.example',
      ...onFixture,
    ]);
    const [url] = await listening(run);
    const status = async (headers: Record<string, string>): Promise<number> => {
      const { request } = await import('node:http');
      return new Promise((resolve, reject) => {
        const sent = request(url, { method: 'GET', headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.on('error', reject).end();
      });
    };
    expect(await status({ host: 'a.example' })).not.toBe(403);
    expect(await status({ host: 'b.example' })).not.toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'https://c.example' })).not.toBe(403);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    await run.stop();
    expect(await run.code).toBe(0);
  });

  it('says so when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const run = start(['--http', String(port), ...onFixture]);
    expect(await run.code).toBe(1);
    expect(run.stderr()).toContain(`127.0.0.1:${port} is in use`);
    other.close();
  });
});
