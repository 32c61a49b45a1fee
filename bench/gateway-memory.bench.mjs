// Resident memory of the gateway process alone: idle on stdio, and over HTTP before and after 10,000 completions.
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttpClient } from './lib/http-client.mjs';
import { everything, gatewayBin, residentMiB, startServer } from './lib/processes.mjs';
import { unlimitedCities } from './lib/config.mjs';
import { median } from './lib/stats.mjs';
import { openStdioClient } from './lib/stdio-client.mjs';

export const title = 'Resident memory of the gateway process';

/** Settled memory: the median of a second's samples. */
async function settled(pid) {
  const samples = [];
  for (let index = 0; index < 10; index += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    samples.push(residentMiB(pid));
  }
  return median(samples);
}

export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'typeahead-bench-'));
  const config = join(folder, 'typeahead.yaml');
  await writeFile(config, unlimitedCities);
  const [node, args] = everything();
  const bareNode = openStdioClient(node, ['-e', 'process.stdin.resume()']);
  const stdio = openStdioClient(node, [gatewayBin, 'serve', '-c', config, '--', node, ...args]);
  const http = await startServer(
    node,
    [gatewayBin, 'serve', '-c', config, '--http', '127.0.0.1:0', '--', node, ...args],
    {
      ready: /(http:\/\/[^\s]+\/mcp)/,
    },
  );
  const client = openHttpClient(http.address);
  try {
    await stdio.initialize();
    const nodeMiB = await settled(bareNode.pid);
    const stdioMiB = await settled(stdio.pid);
    await client.initialize();
    const idleMiB = await settled(http.pid);
    const ask = (index) =>
      client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: index % 2 === 0 ? 'args-prompt' : 'completable-prompt' },
        argument: { name: index % 2 === 0 ? 'city' : 'department', value: index % 3 === 0 ? '' : 'P' },
      });
    for (let sent = 0; sent < 10_000; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)));
    const afterMiB = await settled(http.pid);
    const grown = afterMiB - idleMiB;
    return {
      columns: ['process', 'MiB'],
      rows: [
        ['node alone', nodeMiB],
        ['stdio gateway, idle', stdioMiB],
        ['HTTP gateway, idle with one session', idleMiB],
        ['HTTP gateway, after 10,000 completions', afterMiB],
      ],
      goals: [
        { met: stdioMiB < 90, text: `idle stdio gateway holds ${stdioMiB.toFixed(1)} MiB (goal: under 90)` },
        {
          met: grown <= 20,
          text: `10,000 completions over HTTP leave ${grown.toFixed(1)} MiB more (goal: at most 20)`,
        },
      ],
    };
  } finally {
    await stdio.close();
    await bareNode.close();
    client.close();
    await http.close();
    await rm(folder, { recursive: true });
  }
}
