import type { CompleteResult } from '@mcp-typeahead/protocol';
import { extensionKey, maxValues } from '@mcp-typeahead/protocol';
import type { Clock } from '../clock.js';
import type { CompleterInput } from '../completer/completer.js';
import { createCompletions } from '../create-completions.js';
import type { Policy } from '../policy.js';
import type { Principal } from '../principal.js';

/** The surroundings of the completer under test. */
export interface ProbeOptions {
  /** @default no limits, every principal may see everything */
  policy?: Policy;
  clock?: Clock;
}

/** What a request has beside the typed text. */
export interface GivenContext {
  /** Arguments that are filled already. @default none */
  arguments?: Readonly<Record<string, string>>;
  /** @default the local user */
  principal?: Principal;
  signal?: AbortSignal;
}

/** A result, taken apart. */
export interface CompleterAnswer {
  values: string[];
  /** Undefined where it is not known, or not told. */
  total: number | undefined;
  hasMore: boolean | undefined;
  /** What describes each value, for clients that understand our extension. */
  items: readonly { title?: string; description?: string; ranges?: readonly (readonly [number, number])[] }[];
  /** The result as it would go on the wire. */
  result: CompleteResult;
}

/** A completer under test. */
export interface CompleterProbe {
  /**
   * Completes a text.
   * @throws (rejects) what the completer threw; CompletionsError `invalid-result` if it returned `undefined` or rows without a
   * value, which a server makes the best of; and an Error if the result is not valid or its counts not honest
   */
  complete(value: string, given?: GivenContext): Promise<CompleterAnswer>;
}

/**
 * Tests a completer without a server, in a few lines. The whole pipeline runs, its caches included: use one probe to test
 * caching, a new one for each test otherwise.
 *
 *     const { values } = await testCompleter(owners).complete('al', { arguments: { team: 'core' } });
 *
 * @throws CompletionsError `invalid-completer`
 */
export function testCompleter(completer: CompleterInput, options: ProbeOptions = {}): CompleterProbe {
  const invalid: Error[] = [];
  const completions = createCompletions({
    prompts: { tested: { argument: completer } },
    policy: { rates: { perPrincipal: false, global: false }, ...options.policy },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    // What broke is thrown; what was made the best of comes here only.
    onError: (error) => {
      if (isInvalidResult(error)) invalid.push(error);
    },
  });
  return {
    complete: async (value, { arguments: filled = {}, principal, signal } = {}) => {
      const params = {
        ref: { type: 'ref/prompt', name: 'tested' },
        argument: { name: 'argument', value },
        context: { arguments: filled },
        _meta: { [extensionKey]: { items: true } },
      };
      const known = invalid.length;
      const result = await completions
        .complete({ params, era: 'modern', principal, signal })
        .catch((error: unknown) => {
          // What broke says more than the wire does.
          throw (error as Error).cause ?? error;
        });
      const fault = invalid[known];
      if (fault !== undefined) throw fault;
      assertHonest(result);
      return toAnswer(result);
    },
  };
}

function isInvalidResult(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === 'invalid-result';
}

function toAnswer(result: CompleteResult): CompleterAnswer {
  const { values, total, hasMore } = result.completion;
  const extension = (result._meta?.[extensionKey] ?? {}) as { items?: CompleterAnswer['items'] };
  return { values, total, hasMore, items: extension.items ?? [], result };
}

/** What the specification asks of a result, and what a client may conclude from its counts. */
function assertHonest({ completion: { values, total, hasMore } }: CompleteResult): void {
  const faults = [
    values.length > maxValues && `${values.length} values: at most ${maxValues} may be sent`,
    new Set(values).size < values.length && 'the same value twice',
    values.some((value) => typeof value !== 'string') && 'a value that is not a string',
    total !== undefined && total < values.length && `total ${total} is less than the ${values.length} values`,
    total !== undefined &&
      hasMore !== undefined &&
      hasMore !== total > values.length &&
      'total and hasMore disagree',
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(`Not a valid completion: ${faults.join('; ')}`);
}
