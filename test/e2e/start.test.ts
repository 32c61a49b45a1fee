import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startListening } from '../support/listening-process.js';
import { inRepository } from '../support/paths.js';
import { rawRequest } from '../support/raw-http.js';
import { runProgram } from '../support/run-program.js';

const start = inRepository('scripts/start.mjs');
const root = inRepository('.');

/** A port that was free a moment ago: `npm start` takes a fixed one. */
async function takePort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, free: () => new Promise((resolve) => server.close(() => resolve())) };
}

test('npm start prints two commands that show completions arriving, and Ctrl-C ends it with 0', async () => {
  const { port, free } = await takePort();
  await free();
  const running = await startListening([process.execPath, start, '--port', String(port)], {
    address: (output) => (output.includes('Ctrl-C') ? /Ready: (\S+)/.exec(output)?.[1] : undefined),
  });
  onTestFinished(() => running.close());
  const output = running.output();

  const command = /^npx (mcp-typeahead complete .*)$/m.exec(output)?.[1] ?? '';
  const [, ...args] = command.split(' ');
  const cli = inRepository('packages/cli/bin/mcp-typeahead.js');
  const completed = await runProgram([process.execPath, cli, ...args], { cwd: root });
  expect(completed.stdout).toMatch(/P0[^]*P1[^]*P2[^]*P3/);

  const headers = [...output.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const body = /-d '(.*)'$/m.exec(output)?.[1] ?? '';
  const answer = await rawRequest(running.url, {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  });
  expect(answer.json().result.completion).toEqual({
    values: ['P0', 'P1', 'P2', 'P3'],
    total: 4,
    hasMore: false,
  });

  expect(await running.interrupt()).toBe(0);
  await expect(rawRequest(running.url, { body })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('npm start says so when its port is in use, and names another', async () => {
  const { port, free } = await takePort();
  onTestFinished(free);
  const { code, stderr } = await runProgram([process.execPath, start], { env: { PORT: String(port) } });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`Port ${port} is in use.*npm start -- --port \\d+`));
});
