import { inspect } from 'node:util';
import type {
  CandidateInput,
  CompleterOptions,
  Source,
  SourceAnswer,
  SourceReply,
} from '@mcp-typeahead/server';
import { completer, createCompletions, type CompletionEvent } from '@mcp-typeahead/server';
import { describe, expect, it, vi } from 'vitest';
import { testSource } from '../../../server/test/contracts/test-source.js';
import { createFakeClock, settle, type FakeClock } from '../../../server/test/support/fake-clock.js';

/** A source over something real that the test can change, break, and hold up. */
export interface SourceSetUp {
  source: Source;
  /** With which a completer has to be made. @default none */
  options?: CompleterOptions;
  /** From now on, it has these. */
  replace: (values: readonly string[]) => Promise<void> | void;
  /** From now on, it cannot be used. */
  breakDown: () => Promise<void> | void;
  /** It can be used again. */
  mend: () => Promise<void> | void;
  /** From now on, it does not answer, until it is mended. Undefined where nothing can hold it up. */
  holdUp?: () => Promise<void> | void;
  close?: () => Promise<void> | void;
}

export interface IoSourceContract {
  /** Name of the implementation, for the titles. */
  name: string;
  create: (candidates: readonly CandidateInput[]) => Promise<SourceSetUp> | SourceSetUp;
  /** Texts that no error may have in it: credentials that the set-up uses. @default none */
  secrets?: readonly string[];
  /** It has more values than it is willing to give. */
  createTooMany?: () =>
    | Promise<Pick<SourceSetUp, 'source' | 'close'>>
    | Pick<SourceSetUp, 'source' | 'close'>;
  /** It serves its last good values itself, for as long as it takes. @default false */
  keepsLastGood?: boolean;
  /** It has `holdUp`. @default false */
  canHang?: boolean;
}

const typed = 'what-a-person-typed';
const waits: CompleterOptions = { timeoutMs: 5_000, cache: { ttlMs: 1_000, staleMs: 60_000 } };

/** What every `Source` that does I/O must do. Run it in the test of each implementation. */
export function testIoSource(contract: IoSourceContract): void {
  const { name, create, secrets = [], createTooMany, keepsLastGood = false, canHang = false } = contract;

  testSource({
    name,
    create: (candidates) => create(candidates),
  });

  const withSource = async (
    values: readonly string[],
    use: (setUp: SourceSetUp) => Promise<void>,
  ): Promise<void> => {
    const setUp = await create(values);
    try {
      await use(setUp);
    } finally {
      await setUp.mend();
      await setUp.close?.();
    }
  };

  describe(`${name} is a source that does I/O`, () => {
    it('replies with candidates, and says nothing of them that is not true', () =>
      withSource(['alpha', 'alpine'], async ({ source }) => {
        const { candidates, complete, total } = toAnswer(await ask(source, 'al'));
        expect(valuesOf(candidates).sort()).toEqual(['alpha', 'alpine']);
        expect(total ?? 2).toBe(2);
        expect([true, false]).toContain(complete);
      }));

    it('says nothing but its own name and the kind of fault when it breaks', () =>
      withSource(['alpha'], async ({ source, breakDown }) => {
        await breakDown();
        const error = await ask(source, typed).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).toMatchObject({ name: 'SourceError', code: expect.stringMatching(/^[a-z-]+$/) });
        const told = inspect(error, { depth: 10 });
        for (const secret of [typed, ...secrets]) expect(told).not.toContain(secret);
      }));

    it('answers again once it is mended', () =>
      withSource(['alpha'], async ({ source, breakDown, mend }) => {
        await breakDown();
        await expect(ask(source, '')).rejects.toThrow(/./);
        await mend();
        expect(valuesOf(toAnswer(await ask(source, '')).candidates)).toEqual(['alpha']);
      }));

    it('is asked once for all who ask at the same moment', () =>
      withSource(['alpha'], async (setUp) => {
        const stage = createStage(setUp);
        const answers = await Promise.all(Array.from({ length: 20 }, () => stage.complete('al')));
        for (const values of answers) expect(values).toEqual(['alpha']);
        expect(stage.calls).toBe(1);
      }));

    it('shows what has changed once its answer is no longer fresh', () =>
      withSource(['alpha'], async (setUp) => {
        const stage = createStage(setUp);
        expect(await stage.complete('')).toEqual(['alpha']);
        await setUp.replace(['alpha', 'beta']);
        await stage.clock.advance(1_001);
        await vi.waitFor(async () =>
          expect([...(await stage.complete(''))].sort()).toEqual(['alpha', 'beta']),
        );
      }));

    it('leaves its last good values standing while it is broken, and tells the log', () =>
      withSource(['alpha'], async (setUp) => {
        const stage = createStage(setUp, { cache: { ttlMs: 1_000, staleMs: 60_000 } });
        expect(await stage.complete('')).toEqual(['alpha']);
        await setUp.breakDown();
        for (let round = 0; round < 3; round += 1) {
          await stage.clock.advance(1_001);
          expect(await stage.complete('')).toEqual(['alpha']);
          const told = keepsLastGood ? round + 1 : undefined;
          await vi.waitFor(() => expect(told ?? stage.errors.length).toBeGreaterThan(round));
        }
        expect(stage.events.at(-1)?.degraded).toBe(keepsLastGood ? undefined : 'stale');
      }));

    itWhen(createTooMany !== undefined)(
      'says that there is more when it was cut short, and gives no total that it does not know',
      async () => {
        const { source, close } = await createTooMany!();
        try {
          const { candidates, complete, total } = toAnswer(await ask(source, ''));
          expect(complete).toBe(false);
          expect(total ?? Number.POSITIVE_INFINITY).toBeGreaterThan(candidates.length);
          const stage = createStage({ source });
          const { hasMore } = await stage.completion('');
          expect(hasMore).toBe(true);
        } finally {
          await close?.();
        }
      },
    );

    itWhen(!keepsLastGood)(
      'is left alone after failing again and again, then tried once, then used again',
      () =>
        withSource(['alpha'], async (setUp) => {
          const stage = createStage(setUp, { cache: false, breaker: { failures: 3, resetMs: 10_000 } });
          await setUp.breakDown();
          for (let at = 0; at < 6; at += 1)
            await expect(stage.complete('')).rejects.toThrow('Internal error');
          expect(stage.calls).toBe(3);
          await stage.clock.advance(10_000);
          await expect(stage.complete('')).rejects.toThrow('Internal error');
          await expect(stage.complete('')).rejects.toThrow('Internal error');
          expect(stage.calls).toBe(4);
          await setUp.mend();
          await stage.clock.advance(10_000);
          expect(await stage.complete('')).toEqual(['alpha']);
          expect(await stage.complete('a')).toEqual(['alpha']);
        }),
    );

    itWhen(canHang)('is given up when held up too long, and answers later', () =>
      withSource(['alpha'], async (setUp) => {
        const stage = createStage(setUp, { cache: false });
        await setUp.holdUp?.();
        const outcome = stage.complete('').catch((error: unknown) => error);
        await vi.waitFor(() => expect(stage.calls).toBe(1));
        await settle();
        await stage.clock.advance(5_000);
        expect(await outcome).toMatchObject({ code: -32603 });
        expect(stage.errors[0]).toMatchObject({ code: 'source-timeout' });
        await setUp.mend();
        expect(await stage.complete('')).toEqual(['alpha']);
      }),
    );

    itWhen(canHang)('stops when the only caller goes, with the reason of the caller', () =>
      withSource(['alpha'], async ({ source, holdUp }) => {
        await holdUp?.();
        const caller = new AbortController();
        const outcome = ask(source, '', caller.signal).catch((error: unknown) => error);
        await settle();
        const reason = new Error('the person typed on');
        caller.abort(reason);
        expect(await outcome).toBe(reason);
      }),
    );
  });
}

/** What a source cannot do is not among its tests. */
function itWhen(isWanted: boolean): (title: string, run: () => Promise<void>) => void {
  return isWanted ? it : () => {};
}

interface Stage {
  clock: FakeClock;
  /** How often the source was asked. */
  readonly calls: number;
  errors: unknown[];
  events: CompletionEvent[];
  complete: (value: string) => Promise<readonly string[]>;
  completion: (value: string) => Promise<{ values: readonly string[]; hasMore?: boolean; total?: number }>;
}

/** The source behind the pipeline, on a clock that the test moves. */
function createStage(setUp: Pick<SourceSetUp, 'source' | 'options'>, options: CompleterOptions = {}): Stage {
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const events: CompletionEvent[] = [];
  let calls = 0;
  const counted: Source =
    setUp.source.kind === 'list'
      ? {
          ...setUp.source,
          load: (request) => (
            (calls += 1),
            (setUp.source as typeof counted & { kind: 'list' }).load(request)
          ),
        }
      : {
          ...setUp.source,
          search: (request) => (
            (calls += 1),
            (setUp.source as typeof counted & { kind: 'query' }).search(request)
          ),
        };
  const completions = createCompletions({
    clock,
    prompts: { p: { a: completer(counted, { ...setUp.options, ...waits, ...options }) } },
    policy: { rates: { perPrincipal: false, global: false } },
    onError: (error) => errors.push(error),
    onEvent: (event) => events.push(event),
  });
  const completion: Stage['completion'] = async (value) => {
    const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value } };
    return (await completions.complete({ params, era: 'legacy' })).completion;
  };
  return {
    clock,
    errors,
    events,
    get calls() {
      return calls;
    },
    completion,
    complete: async (value) => (await completion(value)).values,
  };
}

/** Asks without the pipeline. */
export function ask(
  source: Source,
  value: string,
  signal: AbortSignal = new AbortController().signal,
  given: Readonly<Record<string, string>> = {},
): Promise<SourceReply> {
  const request = { arguments: given, principal: undefined, signal };
  return Promise.resolve(
    source.kind === 'list' ? source.load(request) : source.search({ ...request, value }),
  );
}

export function toAnswer(reply: SourceReply): SourceAnswer {
  return 'candidates' in reply ? { complete: true, ...reply } : { candidates: reply, complete: true };
}

export function valuesOf(candidates: readonly CandidateInput[]): string[] {
  return candidates.map((candidate) => (typeof candidate === 'string' ? candidate : candidate.value));
}
