/** Repositories by owner, with the text that `repo://{owner}/{repo}/readme` reads. */
const readmes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'octo',
    new Map([
      ['checkout', '# checkout\n\nTakes a basket to a paid order. On-call: Payments.\n'],
      ['checkout-load-tests', '# checkout-load-tests\n\nReplays Black Friday against staging.\n'],
      ['design-system', '# design-system\n\nButtons, forms and the one true date picker.\n'],
    ]),
  ],
  [
    'platform',
    new Map([
      [
        'api-gateway',
        '# api-gateway\n\nFront door of all APIs. Runbook: drain, then restart one zone at a time.\n',
      ],
      ['event-bus', '# event-bus\n\nKafka, its schemas and who may change them.\n'],
      ['runbooks', '# runbooks\n\nWhat to do at three in the morning.\n'],
    ]),
  ],
  [
    'sre',
    new Map([
      ['incident-desk', '# incident-desk\n\nThis server.\n'],
      ['postmortems', '# postmortems\n\nBlameless, in the order in which things broke.\n'],
    ]),
  ],
]);

export const owners: readonly string[] = [...readmes.keys()];

export function repositoriesOf(owner: string): readonly string[] {
  return [...(readmes.get(owner)?.keys() ?? [])];
}

export function readmeOf(owner: string, repository: string): string | undefined {
  return readmes.get(owner)?.get(repository);
}
