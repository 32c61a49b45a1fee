import { describe, expect, test } from 'vitest';
import type { Driver } from '../support/driver.js';
import type { Era } from '../support/json-rpc.js';
import { programs } from '../support/paths.js';
import {
  driveChild,
  driveUrl,
  gatewayOnHttp,
  gatewayOnStdio,
  listen,
  type Command,
} from '../support/routes.js';

const desk: Command = [process.execPath, programs.incidentDesk];
const deskOnHttp: Command = [...desk, '--http', '0'];
const config = programs.incidentDeskConfig;

interface Route {
  readonly name: string;
  readonly isGateway: boolean;
  readonly open: (era: Era) => Promise<Driver>;
}

const routes: readonly Route[] = [
  { name: 'the example on stdio', isGateway: false, open: async (era) => driveChild(desk, era) },
  {
    name: 'the example on HTTP',
    isGateway: false,
    open: async (era) => driveUrl(await listen(deskOnHttp), era),
  },
  {
    name: 'the gateway, stdio to a child',
    isGateway: true,
    open: async (era) => driveChild(gatewayOnStdio(config, desk), era),
  },
  {
    name: 'the gateway, HTTP to a child',
    isGateway: true,
    open: async (era) => driveUrl(await listen(gatewayOnHttp(config, desk)), era),
  },
  {
    name: 'the gateway, stdio to a URL',
    isGateway: true,
    open: async (era) => driveChild(gatewayOnStdio(config, await listen(deskOnHttp)), era),
  },
  {
    name: 'the gateway, HTTP to a URL',
    isGateway: true,
    open: async (era) => driveUrl(await listen(gatewayOnHttp(config, await listen(deskOnHttp))), era),
  },
];

const cases = routes.flatMap((route) => (['legacy', 'modern'] as const).map((era) => ({ ...route, era })));

describe.each(cases)('$name, $era era', ({ open, era, isGateway }) => {
  test('[COMP-CAPABILITY] declares completions, and answers severity P with P0 to P3, total 4, nothing more', async () => {
    const driver = await open(era);
    const { result: opened } = await driver.open();
    expect(opened.capabilities.completions).toEqual({});

    const { result } = await driver.completePrompt('incident_report', 'severity', 'P');
    expect(result.completion).toEqual({ values: ['P0', 'P1', 'P2', 'P3'], total: 4, hasMore: false });
    expect(result.resultType).toBe(era === 'modern' ? 'complete' : undefined);
  });

  test('finds values by alias, by title and by the middle of a word', async () => {
    const driver = await open(era);
    await driver.open();
    const values = async (argument: string, value: string): Promise<string[]> =>
      (await driver.completePrompt('incident_report', argument, value)).result.completion.values;

    expect(await values('severity', '紧急')).toEqual(['P0']);
    expect(await values('severity', 'critical')).toEqual(['P0']);
    expect(await values('service', 'ledger')).toEqual(['payment-ledger']);
  });

  test('[COMP-CONTEXT] completes an argument that needs another one, and answers an empty list without it', async () => {
    const driver = await open(era);
    await driver.open();

    const alone = await driver.completePrompt('code_review', 'framework', '');
    expect(alone.result.completion.values).toEqual([]);
    const known = await driver.completePrompt('code_review', 'framework', 'f', { language: 'python' });
    expect(known.result.completion.values.slice(0, 2)).toEqual(['fastapi', 'flask']);
    const repository = await driver.completeTemplate('repo://{owner}/{repo}/readme', 'repo', 'check', {
      owner: 'octo',
    });
    expect(repository.result.completion.values).toEqual(['checkout', 'checkout-load-tests']);
  });

  test('completes an argument whose schema is an enum without being told', async () => {
    const driver = await open(era);
    await driver.open();
    const { result } = await driver.completePrompt('code_review', 'language', 'ty');
    expect(result.completion.values[0]).toBe('typescript');
  });

  test(`has ${isGateway ? 'the owners of the configured file' : 'no values for an argument without a source'}`, async () => {
    const driver = await open(era);
    await driver.open();
    const { result } = await driver.completePrompt('incident_report', 'owner', 'li');
    expect(result.completion.values[0]).toBe(isGateway ? 'li.wei' : undefined);
  });

  test('serves everything else of the server', async () => {
    const driver = await open(era);
    await driver.open();

    const { result: read } = await driver.request('resources/read', { uri: 'repo://octo/checkout/readme' });
    expect(read.contents[0].text).toContain('# checkout');
    const { result: prompt } = await driver.request('prompts/get', {
      name: 'incident_report',
      arguments: { severity: 'P0', service: 'checkout-api' },
    });
    expect(prompt.messages[0].content.text).toContain('P0 incident of checkout-api');
    const { result: call } = await driver.request('tools/call', {
      name: 'open_incident',
      arguments: { severity: 'P1', service: 'search-api', summary: 'slow' },
    });
    expect(call.content[0].text).toContain('INC-1');
  });
});
