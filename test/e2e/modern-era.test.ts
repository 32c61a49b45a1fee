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
import { modernSession } from '../support/scripted-sessions.js';
import { toTranscript } from '../support/transcript.js';

const fixture: Command = [process.execPath, programs.fixtureServer];
const fixtureOnHttp: Command = [...fixture, '--http', '0'];
const config = programs.incidentDeskConfig;

const modern = (command: Command): Driver => driveChild(command, 'modern');
const modernUrl = (url: string): Driver => driveUrl(url, 'modern');

const routes: readonly { name: string; open: () => Promise<{ direct: Driver; through: Driver }> }[] = [
  {
    name: 'stdio to stdio',
    open: async () => ({ direct: modern(fixture), through: modern(gatewayOnStdio(config, fixture)) }),
  },
  {
    name: 'HTTP to stdio',
    open: async () => ({
      direct: modern(fixture),
      through: modernUrl(await listen(gatewayOnHttp(config, fixture))),
    }),
  },
  {
    name: 'stdio to HTTP',
    open: async () => ({
      direct: modernUrl(await listen(fixtureOnHttp)),
      through: modern(gatewayOnStdio(config, await listen(fixtureOnHttp))),
    }),
  },
  {
    name: 'HTTP to HTTP',
    open: async () => ({
      direct: modernUrl(await listen(fixtureOnHttp)),
      through: modernUrl(await listen(gatewayOnHttp(config, await listen(fixtureOnHttp)))),
    }),
  },
];

describe('a server on SDK v2, modern era', () => {
  test.each(routes)(
    'says the same in a scripted session with the gateway and without, $name',
    async ({ open }) => {
      const { direct, through } = await open();
      await modernSession(direct);
      await modernSession(through);
      expect(toTranscript(through.inbox.messages)).toEqual(toTranscript(direct.inbox.messages));
    },
  );
});

async function onePasswordSession(driver: Driver): Promise<void> {
  await driver.open();
  for (const method of [
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'no/method',
  ]) {
    await driver.request(method);
  }
  await driver.request('prompts/get', {
    name: 'generate-secure-password',
    arguments: { style: 'memorable' },
  });
  await driver.request('resources/read', { uri: '1password://config' });
  await driver.request('tools/call', { name: 'vault_list', arguments: {} });
}

describe('@takescake/1password-mcp, which speaks the modern era and completes nothing', () => {
  const onePassword: Command = [process.execPath, programs.onePassword];
  const threeLines = `completions:
  prompts:
    generate-secure-password: { style: { values: [random, memorable] } }
`;

  const onePasswordRoutes = [
    { name: 'stdio', open: async () => modern(gatewayOnStdio(await configFile(threeLines), onePassword)) },
    {
      name: 'HTTP',
      open: async () => modernUrl(await listen(gatewayOnHttp(await configFile(threeLines), onePassword))),
    },
  ];

  test.each(onePasswordRoutes)(
    'gets completions over $name from a three-line configuration',
    async ({ open }) => {
      const driver = await open();
      const { result: discovered } = await driver.open();
      expect(discovered.capabilities.completions).toEqual({});
      const { result } = await driver.completePrompt('generate-secure-password', 'style', 'm');
      expect(result.completion.values[0]).toBe('memorable');
      expect(result.resultType).toBe('complete');
    },
  );

  test.each(onePasswordRoutes)('behaves over $name as it does without the gateway', async ({ open }) => {
    const direct = modern(onePassword);
    const through = await open();
    await onePasswordSession(direct);
    await onePasswordSession(through);
    expect(toTranscript(through.inbox.messages)).toEqual(toTranscript(direct.inbox.messages));
  });
});
