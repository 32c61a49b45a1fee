import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { ChildUpstreamOptions } from '../../src/upstream/upstream.js';
import { eventually } from '../support/eventually.js';
import { isAlive, pidsIn } from '../support/processes.js';
import { recordingFile } from '../support/received.js';
import { fixture, scripted } from '../support/script.js';

const bin = fileURLToPath(new URL('../../../cli/bin/mcp-typeahead.js', import.meta.url));
const gateways: ChildProcess[] = [];

afterEach(() => {
  for (const gateway of gateways.splice(0)) gateway.kill('SIGKILL');
});

/** A stdio gateway in a process of its own, once it has answered `ping`. */
async function start({ command, args = [] }: ChildUpstreamOptions): Promise<ChildProcess> {
  const gateway = spawn(process.execPath, [bin, 'serve', '--', command, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  gateways.push(gateway);
  const lines = createInterface({ input: gateway.stdout });
  gateway.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await once(lines, 'line');
  return gateway;
}

test('BUG-149 a gateway that is stopped takes a stubborn child and its grandchild along', async () => {
  const pidFile = recordingFile('pids');
  const gateway = await start(fixture('stubborn-server.mjs', pidFile));
  const pids = pidsIn(pidFile);
  expect(pids.filter(isAlive)).toHaveLength(2);
  gateway.kill('SIGTERM');
  await once(gateway, 'exit');
  expect(pids.filter(isAlive)).toEqual([]);
});

test('BUG-149 the child of a gateway that was killed ends with its input', async () => {
  const pidFile = recordingFile('pid');
  const gateway = await start(scripted({ pidFile }));
  const pids = pidsIn(pidFile);
  expect(pids.filter(isAlive)).toHaveLength(1);
  gateway.kill('SIGKILL');
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
});
