import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fixtureServer, temporaryFolder } from './run-main.js';

const bin = fileURLToPath(new URL('../bin/mcp-typeahead.js', import.meta.url));
const built = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const folder = temporaryFolder();
const children: ChildProcessWithoutNullStreams[] = [];

interface Started {
  child: ChildProcessWithoutNullStreams;
  stdout: () => string;
  stderr: () => string;
  /** The exit code, or the name of the signal. */
  ended: Promise<number | string | null>;
}

function start(argv: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: folder.path,
    env: { ...process.env, ...env },
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

async function initialized(started: Started): Promise<void> {
  started.child.stdin.write(`${initialize}\n`);
  await vi.waitFor(() => expect(started.stdout(), started.stderr()).toContain('"id":1'), { timeout: 15_000 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => {
  if (!existsSync(built)) throw new Error('These tests run the built command: npm run build');
});

afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

describe('the installed command', () => {
  it('serves on stdio, and ends with its server when the client closes stdin', async () => {
    const started = start(['serve', '--', ...fixtureServer]);
    await initialized(started);
    started.child.stdin.end();
    expect(await started.ended).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends well at %s, and so does its server',
    async (signal) => {
      const pids = folder.write(`${signal}.pid`, '');
      const script = `require('fs').writeFileSync(${JSON.stringify(pids)}, String(process.pid)); import(${JSON.stringify(fixtureServer[1])})`;
      const started = start(['serve', '--', process.execPath, '-e', script]);
      await initialized(started);
      const { readFileSync } = await import('node:fs');
      const pid = Number(readFileSync(pids, 'utf8'));
      expect(isAlive(pid)).toBe(true);
      started.child.kill(signal);
      expect(await started.ended).toBe(0);
      expect(isAlive(pid)).toBe(false);
    },
  );

  it('ends well at SIGTERM when it serves by HTTP', async () => {
    const started = start(['serve', '--http', '0', '--', ...fixtureServer]);
    await vi.waitFor(() => expect(started.stderr()).toContain('listens on http://127.0.0.1:'), {
      timeout: 15_000,
    });
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.stdout()).toBe('');
  });

  it('BUG-143 writes JSON-RPC only to stdout, whatever goes wrong and whoever logs', async () => {
    folder.write('noisy.yaml', 'completions: {}');
    // Stands for a plug-in that prints whenever it likes.
    const plugin = folder.write('chatter.mjs', 'process.on("SIGUSR2", () => console.log("chatter"));');
    const argv = ['serve', '-c', 'noisy.yaml', '--log-level', 'debug', '--', ...fixtureServer, '--noisy'];
    const started = start(argv, { NODE_OPTIONS: `--import=${plugin}` });
    await initialized(started);
    folder.write('noisy.yaml', 'oops');
    await vi.waitFor(() => expect(started.stderr()).toContain('noisy.yaml:1:1'), { timeout: 10_000 });
    started.child.kill('SIGUSR2');
    await vi.waitFor(() => expect(started.stderr()).toContain('chatter'), { timeout: 10_000 });
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    for (const line of started.stdout().trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('does not break when whoever reads its output leaves', async () => {
    folder.write(
      'long.yaml',
      `completions: { prompts: { p: { ${Array.from({ length: 2_000 }, (_, index) => `a${index}: [x]`).join(', ')} } } }`,
    );
    const command = `"${process.execPath}" "${bin}" check -c long.yaml | head -1; exit \${PIPESTATUS[0]}`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], { cwd: folder.path });
    expect(stdout).toBe('long.yaml is valid and completes 2000 arguments\n');
    expect(stderr).toBe('');
  });

  it('ends with code 1 and says why when something nobody expected happens', async () => {
    const plugin = folder.write('fault.mjs', 'process.on("SIGUSR2", () => { throw new Error("planted"); });');
    const started = start(['serve', '--', ...fixtureServer], { NODE_OPTIONS: `--import=${plugin}` });
    await initialized(started);
    started.child.kill('SIGUSR2');
    expect(await started.ended).toBe(1);
    expect(started.stderr()).toContain('mcp-typeahead: internal error: Error: planted');
  });
});
