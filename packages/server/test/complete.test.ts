import { createCompletions, list, lookup, values } from '@mcp-typeahead/server';
import { expect, it } from 'vitest';
it('smoke', async () => {
  const c = createCompletions({
    prompts: {
      incident_report: {
        severity: values(['P0', 'P1', 'P2', 'P3']),
        svc: ['a', 'b'],
        repo: lookup(({ arguments: { owner } }) => [`${owner}/x`], { needs: ['owner'] }),
      },
    },
    resources: { 'repo://{owner}/{repo}/readme': { owner: ['octo'] } },
  });
  const ask = (ref: unknown, name: string, value: string, args?: object) =>
    c.complete({
      params: { ref, argument: { name, value }, ...(args && { context: { arguments: args } }) },
      era: 'legacy',
    });
  const p = { type: 'ref/prompt', name: 'incident_report' };
  expect(await ask(p, 'severity', 'P')).toEqual({
    completion: { values: ['P0', 'P1', 'P2', 'P3'], total: 4, hasMore: false },
  });
  expect(await ask(p, 'repo', '')).toEqual({ completion: { values: [], total: 0, hasMore: false } });
  expect(await ask(p, 'repo', '', { owner: 'q' })).toEqual({
    completion: { values: ['q/x'], total: 1, hasMore: false },
  });
  expect(await ask({ type: 'ref/resource', uri: 'repo://octo/z/readme' }, 'owner', '')).toEqual({
    completion: { values: ['octo'], total: 1, hasMore: false },
  });
  await expect(ask({ type: 'ref/prompt', name: '__proto__' }, 'severity', 'P')).rejects.toMatchObject({
    code: -32602,
  });
  expect(c.size).toBe(4);
});
