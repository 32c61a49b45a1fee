import type { Principal } from '@mcp-typeahead/server';
import { createCompletions, list, lookup } from '@mcp-typeahead/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deferred } from './support/fake-clock.js';
import { createFakeClock, defer, settle } from './support/fake-clock.js';
import { promptParams } from './support/raw-client.js';

const principals: (Principal | undefined)[] = [
  undefined,
  { id: 'ada' },
  { id: 'ada', claims: { teams: new Set(['core']) } },
  { id: 'ada', claims: { teams: new Set(['ops']) } },
  { id: 'ada', claims: { teams: ['core'] } },
  { id: 'bob', claims: { teams: ['core'] } },
];

/** Who a value was made for. */
const markOf = (principal: Principal | undefined, owner: string): string =>
  `${principals.indexOf(principal)}/${owner}`;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      principal: fc.nat({ max: principals.length - 1 }),
      argument: fc.constantFrom('listed', 'found', 'uncached'),
      owner: fc.constantFrom('octo', 'acme'),
      value: fc.constantFrom('', '0', '1'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('load' as const),
      which: fc.nat({ max: 5 }),
      fails: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), which: fc.nat({ max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 600, 2_500, 6_000) }),
  },
);

/** Completions whose sources answer when they are told to, and mark every value with whom it is for. */
function createStage() {
  const clock = createFakeClock();
  const loads: { answer: Deferred<string[]>; values: string[] }[] = [];
  const load = async ({ principal, arguments: { owner = '' } }: LoadRequest): Promise<string[]> => {
    const answer = defer<string[]>();
    const mark = markOf(principal, owner);
    loads.push({ answer, values: [`${mark}/a`, `${mark}/b`] });
    return answer.promise;
  };
  const options = { needs: ['owner'], cache: { ttlMs: 1_000, staleMs: 2_000 }, timeoutMs: 5_000 };
  const completions = createCompletions({
    clock,
    prompts: {
      p: {
        listed: list(load, options),
        found: lookup(load, options),
        uncached: lookup(load, { ...options, cache: false }),
      },
    },
    policy: { rates: { perPrincipal: false, global: false } },
    onError: () => undefined,
  });
  return { clock, loads, completions };
}

interface LoadRequest {
  principal: Principal | undefined;
  arguments: Readonly<Record<string, string>>;
}

describe('answers of one principal', () => {
  it('never reach another, nor the same one with other rights or another context, in whatever order things happen', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { clock, loads, completions } = createStage();
        const controllers: AbortController[] = [];
        const asked: Promise<void>[] = [];
        const leaked: string[] = [];
        for (const action of steps) {
          if (action.kind === 'wait') await clock.advance(action.ms);
          else if (action.kind === 'abort') controllers[action.which]?.abort();
          else if (action.kind === 'load') {
            const [next] = loads.splice(action.which, 1);
            if (action.fails) next?.answer.reject(new Error('down'));
            else next?.answer.resolve(next.values);
            await settle();
          } else {
            const principal = principals[action.principal];
            const params = promptParams('p', action.argument, action.value, { owner: action.owner });
            const controller = new AbortController();
            controllers.push(controller);
            const mark = markOf(principal, action.owner);
            const request = { params, era: 'legacy', principal, signal: controller.signal } as const;
            asked.push(
              completions.complete({ ...request, caller: { transport: 'http', era: 'legacy' } }).then(
                ({ completion }) => {
                  compared += completion.values.length;
                  leaked.push(...completion.values.filter((value) => !value.startsWith(`${mark}/`)));
                },
                () => undefined,
              ),
            );
            await settle();
          }
        }
        for (const { answer, values } of loads.splice(0)) answer.resolve(values);
        await Promise.all(asked);
        expect(leaked).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(compared).toBeGreaterThan(2_000);
  });
});
