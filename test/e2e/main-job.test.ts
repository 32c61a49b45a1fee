import { beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '../support/driver.js';
import type { Era, Message } from '../support/json-rpc.js';
import { programs } from '../support/paths.js';
import {
  createSuiteStage,
  gatewayOnHttp,
  gatewayOnStdio,
  type Command,
  type Stage,
} from '../support/routes.js';

const desk: Command = [process.execPath, programs.incidentDesk];
const deskOnHttp: Command = [...desk, '--http', '0'];
const config = programs.incidentDeskConfig;

interface Route {
  readonly name: string;
  readonly isGateway: boolean;
  readonly open: (stage: Stage, era: Era) => Promise<Driver>;
}

const routes: readonly Route[] = [
  { name: 'the example on stdio', isGateway: false, open: async (stage, era) => stage.driveChild(desk, era) },
  {
    name: 'the example on HTTP',
    isGateway: false,
    open: async (stage, era) => stage.driveUrl(await stage.listen(deskOnHttp), era),
  },
  {
    name: 'the gateway, stdio to a child',
    isGateway: true,
    open: async (stage, era) => stage.driveChild(gatewayOnStdio(config, desk), era),
  },
  {
    name: 'the gateway, HTTP to a child',
    isGateway: true,
    open: async (stage, era) => stage.driveUrl(await stage.listen(gatewayOnHttp(config, desk)), era),
  },
  {
    name: 'the gateway, stdio to a URL',
    isGateway: true,
    open: async (stage, era) => stage.driveChild(gatewayOnStdio(config, await stage.listen(deskOnHttp)), era),
  },
  {
    name: 'the gateway, HTTP to a URL',
    isGateway: true,
    open: async (stage, era) =>
      stage.driveUrl(await stage.listen(gatewayOnHttp(config, await stage.listen(deskOnHttp))), era),
  },
];

const cases = routes.flatMap((route) => (['legacy', 'modern'] as const).map((era) => ({ ...route, era })));

describe.each(cases)('$name, $era era', ({ open, era, isGateway }) => {
  const stage = createSuiteStage();
  let driver: Driver;
  let opened: Message;
  beforeAll(async () => {
    driver = await open(stage, era);
    opened = await driver.open();
  });

  test('declares completions, and answers severity P with P0 to P3, total 4, nothing more', async () => {
    expect(opened.result.capabilities.completions).toEqual({});
    const { result } = await driver.completePrompt('incident_report', 'severity', 'P');
    expect(result.completion).toEqual({ values: ['P0', 'P1', 'P2', 'P3'], total: 4, hasMore: false });
    expect(result.resultType).toBe(era === 'modern' ? 'complete' : undefined);
  });

  test('offers P0 first by what it is called, in Chinese, in pinyin, by its initials, alias or title', async () => {
    for (const typed of ['紧急', 'jinji', 'jj', 'urgent', 'crit']) {
      const { result } = await driver.completePrompt('incident_report', 'severity', typed);
      expect(result.completion.values[0], typed).toBe('P0');
    }
  });

  test('finds values by alias, by title and by the middle of a value', async () => {
    for (const [argument, value, found] of [
      ['severity', '紧急', 'P0'],
      ['severity', 'critical', 'P0'],
      ['service', 'ledger', 'payment-ledger'],
    ] as const) {
      const { result } = await driver.completePrompt('incident_report', argument, value);
      expect(result.completion.values).toEqual([found]);
    }
  });

  test('completes an argument that needs another one, and answers an empty list without it', async () => {
    const alone = await driver.completePrompt('code_review', 'framework', '');
    expect(alone.result.completion.values).toEqual([]);
    const known = await driver.completePrompt('code_review', 'framework', 'fl', { language: 'python' });
    expect(known.result.completion.values[0]).toBe('flask');
    const template = 'repo://{owner}/{repo}/readme';
    const repository = await driver.completeTemplate(template, 'repo', 'check', { owner: 'octo' });
    expect(repository.result.completion.values).toEqual(['checkout', 'checkout-load-tests']);
  });

  test('completes an argument whose schema is an enum without being told', async () => {
    const { result } = await driver.completePrompt('code_review', 'language', 'ty');
    expect(result.completion.values[0]).toBe('typescript');
  });

  test(`has ${isGateway ? 'the owners of the configured file' : 'no values for an argument without a source'}`, async () => {
    const { result } = await driver.completePrompt('incident_report', 'owner', 'li');
    expect(result.completion.values[0]).toBe(isGateway ? 'li.wei' : undefined);
  });

  test('serves everything else of the server', async () => {
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
