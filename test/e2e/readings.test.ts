import { expect, test } from 'vitest';
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

const desk: Command = [process.execPath, programs.incidentDesk];

/** The gateway answers by itself: what is configured comes before what the server would say. */
const severities = `completions:
  readings: [pinyin]
  prompts:
    incident_report:
      severity:
        values:
          - { value: P0, title: Critical, aliases: [紧急, urgent] }
          - { value: P1, title: High, aliases: [高] }
          - { value: P2, title: Medium, aliases: [中] }
          - { value: P3, title: Low, aliases: [低] }
        strict: true
      service: { values: [紧急, 支付], readings: [] }
`;

const routes = [
  {
    name: 'stdio',
    open: async (era: 'legacy' | 'modern') =>
      driveChild(gatewayOnStdio(await configFile(severities), desk), era),
  },
  {
    name: 'HTTP',
    open: async (era: 'legacy' | 'modern') =>
      driveUrl(await listen(gatewayOnHttp(await configFile(severities), desk)), era),
  },
] as const;

const cases = routes.flatMap((route) => (['legacy', 'modern'] as const).map((era) => ({ ...route, era })));

test.each(cases)(
  'a gateway on $name, $era era, finds configured values by their readings',
  async ({ open, era }) => {
    const driver = await open(era);
    await driver.open();
    for (const typed of ['紧急', 'jinji', 'jj', 'urgent', 'crit']) {
      const { result } = await driver.completePrompt('incident_report', 'severity', typed);
      expect(result.completion.values[0], typed).toBe('P0');
    }
    const { result: gao } = await driver.completePrompt('incident_report', 'severity', 'gao');
    expect(gao.completion.values).toEqual(['P1']);
    const { result: none } = await driver.completePrompt('incident_report', 'service', 'jinji');
    expect(none.completion.values).toEqual([]);
  },
);
