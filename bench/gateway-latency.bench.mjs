// What a gateway adds to a direct connection: 2,000 completions one after the other, then 50 at once.
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttpClient } from './lib/http-client.mjs';
import { everything, gatewayBin, peerBin, startServer } from './lib/processes.mjs';
import { unlimitedCities } from './lib/config.mjs';
import { median, quantile } from './lib/stats.mjs';
import { openStdioClient } from './lib/stdio-client.mjs';

export const title =
  'Gateway latency in front of @modelcontextprotocol/server-everything (its own completions, passed on)';

const total = 2_000;
const perRound = 100;
const params = (text) => ({
  ref: { type: 'ref/prompt', name: 'completable-prompt' },
  argument: { name: 'department', value: text },
});
const texts = ['', 'E', 'M', 'S', 'x'];

async function sample(peer, times) {
  for (let index = 0; index < perRound; index += 1) {
    const start = performance.now();
    const answer = await peer.request('completion/complete', params(texts[index % texts.length]));
    times.push(performance.now() - start);
    if (answer?.result === undefined) throw new Error(`no result: ${JSON.stringify(answer)}`);
  }
}

async function atOnce(peer, count) {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      peer.request('completion/complete', params(texts[index % texts.length])),
    ),
  );
  return performance.now() - start;
}

export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'typeahead-bench-'));
  const config = join(folder, 'typeahead.yaml');
  await writeFile(config, unlimitedCities);
  const [node, args] = everything();

  const gatewayHttp = await startServer(
    node,
    [gatewayBin, 'serve', '-c', config, '--http', '127.0.0.1:0', '--', node, ...args],
    {
      ready: /(http:\/\/[^\s]+\/mcp)/,
    },
  );
  const proxyPort = 20_000 + Math.floor(Math.random() * 20_000);
  const proxy = await startServer(
    node,
    [
      peerBin('mcp-proxy/dist/bin/mcp-proxy.mjs'),
      '--host',
      '127.0.0.1',
      '--port',
      String(proxyPort),
      '--',
      node,
      ...args,
    ],
    { port: proxyPort },
  );

  const peers = [
    { name: 'direct, stdio', client: openStdioClient(node, args) },
    {
      name: 'mcp-typeahead serve, stdio',
      client: openStdioClient(node, [gatewayBin, 'serve', '-c', config, '--', node, ...args]),
    },
    { name: 'mcp-typeahead serve, HTTP', client: openHttpClient(gatewayHttp.address) },
    { name: 'mcp-proxy, HTTP', client: openHttpClient(`http://127.0.0.1:${proxyPort}/mcp`) },
  ];
  const own = {
    name: 'mcp-typeahead serve, stdio, own values',
    client: {
      request: (method, asked) =>
        peers[1].client.request(method, {
          ref: { type: 'ref/prompt', name: 'args-prompt' },
          argument: { name: 'city', value: asked.argument.value },
        }),
    },
  };
  const measured = [...peers, own].map((peer) => ({ ...peer, times: [], bursts: [] }));
  try {
    for (const peer of peers) await peer.client.initialize();
    for (const peer of measured) await sample(peer.client, []);
    for (let round = 0; round < total / perRound; round += 1)
      for (const peer of measured) await sample(peer.client, peer.times);
    for (let round = 0; round < 5; round += 1)
      for (const peer of measured) peer.bursts.push(await atOnce(peer.client, 50));
  } finally {
    for (const peer of peers) await peer.client.close();
    await gatewayHttp.close();
    await proxy.close();
    await rm(folder, { recursive: true });
  }

  const [direct, stdio, http, mcpProxy] = measured;
  const base = median(direct.times);
  const added = median(stdio.times) - base;
  const burst = Math.max(...stdio.bursts);
  return {
    columns: [
      'path',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'added p50 ms',
      'ratio to direct',
      '50 at once, worst of 5, ms',
    ],
    rows: measured.map(({ name, times, bursts }) => [
      name,
      median(times),
      quantile(times, 0.95),
      quantile(times, 0.99),
      median(times) - base,
      median(times) / base,
      Math.max(...bursts),
    ]),
    goals: [
      { met: added < 0.6, text: `stdio to stdio adds ${added.toFixed(3)} ms, median (goal: under 0.6 ms)` },
      { met: burst < 100, text: `50 at once answered in ${burst.toFixed(1)} ms (goal: under 100 ms)` },
      {
        met: median(http.times) < median(mcpProxy.times),
        text: `over HTTP ${(median(mcpProxy.times) / median(http.times)).toFixed(2)} times as fast as mcp-proxy`,
      },
    ],
  };
}
