// What our pipeline adds to the SDK's own completion, in one process, over a linked pair of transports.
import { InMemoryTransport, McpServer, completable } from '@modelcontextprotocol/server';
import { createCompletions } from '@mcp-typeahead/server';
import * as z from 'zod';
import { median, quantile } from './lib/stats.mjs';

export const title = 'Library in process: one completion over 1,000 static values';

const names = Array.from({ length: 1_000 }, (_, index) => `service-${(index * 7_919) % 1_000}-${index % 13}`);
const texts = ['', 's', 'ser', 'service-1', 'service-42', 'service-999', 'SERVICE-5', 'zzz'];
const rounds = 40;
const perRound = 100;

function bareServer() {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerPrompt(
    'deploy',
    {
      argsSchema: z.object({
        service: completable(z.string(), (text) => names.filter((name) => name.startsWith(text))),
      }),
    },
    () => ({ messages: [] }),
  );
  return server;
}

function ourServer() {
  const server = new McpServer({ name: 'ours', version: '1.0.0' });
  server.registerPrompt('deploy', { argsSchema: z.object({ service: z.string() }) }, () => ({
    messages: [],
  }));
  const unlimited = { rates: { perPrincipal: false, global: false } };
  createCompletions({ prompts: { deploy: { service: names } }, policy: unlimited }).attach(server);
  return server;
}

/** The wire raw: no client of the SDK, whose cost would hide the difference. */
async function connect(server) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const pending = new Map();
  ours.onmessage = (message) => {
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  };
  await ours.start();
  await server.connect(theirs);
  let nextId = 1;
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++;
      pending.set(id, resolve);
      void ours.send({ jsonrpc: '2.0', id, method, params });
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { request, close: () => server.close() };
}

async function sample(peer, times) {
  for (let index = 0; index < perRound; index += 1) {
    const value = texts[index % texts.length];
    const start = performance.now();
    const answer = await peer.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'deploy' },
      argument: { name: 'service', value },
    });
    times.push(performance.now() - start);
    if (answer.result === undefined) throw new Error(`no result: ${JSON.stringify(answer.error)}`);
  }
}

export async function run() {
  const bare = await connect(bareServer());
  const ours = await connect(ourServer());
  const bareMs = [];
  const oursMs = [];
  await sample(bare, []);
  await sample(ours, []);
  for (let round = 0; round < rounds; round += 1) {
    await sample(bare, bareMs);
    await sample(ours, oursMs);
  }
  await bare.close();
  await ours.close();
  const added = median(oursMs) - median(bareMs);
  return {
    columns: ['server', 'p50 ms', 'p95 ms', 'added p50 ms', 'ratio'],
    rows: [
      ['SDK completable, startsWith', median(bareMs), quantile(bareMs, 0.95), 0, 1],
      [
        'mcp-typeahead, ranked',
        median(oursMs),
        quantile(oursMs, 0.95),
        added,
        median(oursMs) / median(bareMs),
      ],
    ],
    goals: [
      {
        met: added < 0.15,
        text: `adds ${added.toFixed(3)} ms to the SDK's own answer, median (goal: under 0.15 ms)`,
      },
    ],
  };
}
