import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Driver } from '../support/driver.js';
import { programs } from '../support/paths.js';
import {
  configFile,
  driveChild,
  driveUrl,
  gatewayOnHttp,
  gatewayOnStdio,
  listen,
  type Command,
} from '../support/routes.js';
import { everythingSession, scriptedAnswers } from '../support/scripted-sessions.js';
import { toOrdered, toTranscript } from '../support/transcript.js';

const everything: Command = [process.execPath, programs.everything, 'stdio'];

const threeLines = `completions:
  prompts:
    args-prompt: { city: { values: [Oslo, Osaka, Lima] }, state: { values: [Ohio, Oregon] } }
`;

/** Server-everything tells its address only as a port, and takes no port 0. */
async function everythingOnHttp(): Promise<string> {
  const port = await freePort();
  await listen([process.execPath, programs.everything, 'streamableHttp'], {
    env: { PORT: String(port) },
    address: (output) => (/listening on port/.test(output) ? `http://127.0.0.1:${port}/mcp` : undefined),
  });
  return `http://127.0.0.1:${port}/mcp`;
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const legacy = (command: Command): Driver => driveChild(command, 'legacy', scriptedAnswers);
const legacyUrl = (url: string): Driver => driveUrl(url, 'legacy', scriptedAnswers);

const routes: readonly { name: string; open: () => Promise<Driver> }[] = [
  {
    name: 'stdio to stdio',
    open: async () => legacy(gatewayOnStdio(await configFile(threeLines), everything)),
  },
  {
    name: 'HTTP to stdio',
    open: async () => legacyUrl(await listen(gatewayOnHttp(await configFile(threeLines), everything))),
  },
  {
    name: 'stdio to HTTP',
    open: async () => legacy(gatewayOnStdio(await configFile(threeLines), await everythingOnHttp())),
  },
  {
    name: 'HTTP to HTTP',
    open: async () =>
      legacyUrl(await listen(gatewayOnHttp(await configFile(threeLines), await everythingOnHttp()))),
  },
];

describe.each(routes)('server-everything behind the gateway, $name', ({ open }) => {
  test('a three-line configuration gives completions to a prompt that had none', async () => {
    const driver = await open();
    await driver.open();
    const city = await driver.completePrompt('args-prompt', 'city', 'os');
    expect(city.result.completion).toEqual({ values: ['Oslo', 'Osaka'], total: 2, hasMore: false });
    const state = await driver.completePrompt('args-prompt', 'state', 'Ore');
    expect(state.result.completion.values[0]).toBe('Oregon');
  });

  test("the server's own completions still arrive, context and all", async () => {
    const driver = await open();
    await driver.open();
    const department = await driver.completePrompt('completable-prompt', 'department', 'E');
    expect(department.result.completion.values).toEqual(['Engineering']);
    const name = await driver.completePrompt('completable-prompt', 'name', 'A', {
      department: 'Engineering',
    });
    expect(name.result.completion.values).toEqual(['Alice']);
  });
});

describe('the same scripted session, with the gateway and without', () => {
  /** List changes that the server announces during the handshake reach an HTTP client only if its stream is open by then. */
  const overHttp = { ignore: ['notifications/tools/list_changed'] };

  test('stdio to stdio: the same messages in the same order', async () => {
    const direct = legacy(everything);
    const through = legacy(gatewayOnStdio(await configFile(threeLines), everything));
    await Promise.all([everythingSession(direct), everythingSession(through)]);
    expect(toOrdered(through.inbox.messages)).toEqual(toOrdered(direct.inbox.messages));
  });

  test('HTTP to stdio: the same messages as the server sends on stdio', async () => {
    const direct = legacy(everything);
    const through = legacyUrl(await listen(gatewayOnHttp(await configFile(threeLines), everything)));
    await Promise.all([everythingSession(direct), everythingSession(through)]);
    expect(toTranscript(through.inbox.messages, overHttp)).toEqual(
      toTranscript(direct.inbox.messages, overHttp),
    );
  });

  test('stdio to HTTP: the same messages as the server sends on HTTP', async () => {
    const url = await everythingOnHttp();
    const direct = legacyUrl(url);
    const through = legacy(gatewayOnStdio(await configFile(threeLines), url));
    await Promise.all([everythingSession(direct), everythingSession(through)]);
    expect(toTranscript(through.inbox.messages, overHttp)).toEqual(
      toTranscript(direct.inbox.messages, overHttp),
    );
  });

  test('HTTP to HTTP: the same messages as the server sends on HTTP', async () => {
    const url = await everythingOnHttp();
    const direct = legacyUrl(url);
    const through = legacyUrl(await listen(gatewayOnHttp(await configFile(threeLines), url)));
    await Promise.all([everythingSession(direct), everythingSession(through)]);
    expect(toTranscript(through.inbox.messages, overHttp)).toEqual(
      toTranscript(direct.inbox.messages, overHttp),
    );
  });
});
