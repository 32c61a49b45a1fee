/**
 * `npm start`: the gateway on http://127.0.0.1:8808/mcp in front of the example server. Installs and builds what is missing.
 * Another port: `npm start -- --port 9000` or PORT=9000.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { root, runTool } from './lib/run.mjs';

const host = '127.0.0.1';
const modernHeaders = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'completion/complete',
};
const say = (text) => process.stdout.write(`${text}\n`);

const port = readPort();
say(`mcp-typeahead: a gateway in front of the incident desk, on http://${host}:${port}/mcp`);
if (!(await isFree(port))) {
  fail(`Port ${port} is in use. Take another one: npm start -- --port ${port + 1}`);
}
if (!(await ensureInstalled(root, say))) fail('The dependencies are not there, so nothing can be started.');
say('Building ...');
if ((await runTool('typescript/bin/tsc', ['-b'])).code !== 0)
  fail('The build failed: see the messages above.');

const url = `http://${host}:${port}/mcp`;
const gateway = spawn(
  process.execPath,
  [
    `${root}packages/cli/bin/mcp-typeahead.js`,
    'serve',
    '-c',
    `${root}examples/incident-desk/typeahead.yaml`,
    '--http',
    `${host}:${port}`,
    '--',
    process.execPath,
    `${root}examples/incident-desk/bin/incident-desk.js`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
let isStopping = false;
gateway.once('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

if (!(await isAnswering())) {
  stop();
  fail(`The gateway does not answer on ${url}.`);
}
say(readme());

function stop() {
  if (isStopping) return;
  isStopping = true;
  gateway.kill('SIGTERM');
  setTimeout(() => gateway.kill('SIGKILL'), 5_000).unref();
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readPort() {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const given = values.port ?? process.env['PORT'] ?? '8808';
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    fail('The port must be a whole number from 1 to 65535: npm start -- --port 8808');
  }
  return number;
}

function isFree(candidate) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(candidate, host, () => probe.close(() => resolve(true)));
  });
}

async function isAnswering() {
  for (let tries = 0; tries < 150 && gateway.exitCode === null; tries += 1) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: modernHeaders,
        body: JSON.stringify(modernRequest()),
      });
      const { result } = await response.json();
      if (result?.completion?.values?.length > 0) return true;
    } catch {
      // Not listening yet.
    }
    await sleep(200);
  }
  return false;
}

/** One completion in the modern era needs no handshake: that is what makes it fit for one line of curl. */
function modernRequest() {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/prompt', name: 'incident_report' },
      argument: { name: 'severity', value: 'P' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
}

function readme() {
  const headers = Object.entries(modernHeaders).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return `
Ready: ${url}

See completions arrive (paste into another terminal, in this folder):

npx mcp-typeahead complete --url ${url} --prompt incident_report --argument severity --value P

curl -sS ${url} \\
${headers.join('\n')}
  -d '${JSON.stringify(modernRequest())}'

Ctrl-C ends it.`;
}
