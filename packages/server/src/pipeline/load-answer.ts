import type { Clock } from '../clock.js';
import type { Answer } from '../completer/answer.js';
import { answerSteps } from '../completer/answer.js';
import type { Completer } from '../completer/completer.js';
import type { SourceRequest } from '../completer/source.js';
import { CompletionsError } from '../completions-error.js';
import type { Principal } from '../principal.js';
import type { Session } from '../session.js';
import type { Slot } from '../slot.js';
import { describeSlot } from '../slot.js';
import { takeInTurns } from '../steps.js';
import { untilAborted } from './until-aborted.js';

interface LoadRequest {
  slot: Slot;
  completer: Completer;
  value: string;
  /** What the source may see of the context. */
  arguments: Readonly<Record<string, string>>;
  /** What the source may see of the principal. */
  principal: Principal | undefined;
  /** What the source may see of the session. */
  session: Session | undefined;
}

interface LoadedAnswer {
  answer: Answer;
  /** The source returned `undefined`, which is nearly always a forgotten `return`. */
  isNothing: boolean;
}

/**
 * Asks the source once, for `timeoutMs` at most, and checks what it returns. Does not wait for a source that ignores its
 * signal.
 *
 * @throws CompletionsError `source-timeout`, `invalid-result`; the reason of `aborts`; or what the source threw
 */
export async function loadAnswer(
  request: LoadRequest,
  clock: Clock,
  aborts: AbortSignal,
): Promise<LoadedAnswer> {
  const { slot, completer } = request;
  const { timeoutMs } = completer.options;
  const controller = new AbortController();
  const stop = clock.schedule(() => {
    controller.abort(
      new CompletionsError('source-timeout', `${describeSlot(slot)}: no answer within ${timeoutMs} ms`),
    );
  }, timeoutMs);
  const onAbort = (): void => controller.abort(aborts.reason);
  aborts.addEventListener('abort', onAbort);
  if (aborts.aborted) onAbort();
  try {
    const reply = await untilAborted(ask(request, controller.signal), controller.signal);
    // What is left to do is ours, and not for the source to be in time with.
    stop();
    const answer = await takeInTurns(answerSteps(reply), aborts);
    if (answer === undefined) throw invalidResult(slot, reply);
    return { answer, isNothing: reply === undefined };
  } finally {
    stop();
    aborts.removeEventListener('abort', onAbort);
  }
}

async function ask({ completer, value, ...request }: LoadRequest, signal: AbortSignal): Promise<unknown> {
  const { source } = completer;
  const { arguments: filled, principal, session } = request;
  const given: SourceRequest = { arguments: filled, principal, session, signal };
  return source.kind === 'list' ? source.load(given) : source.search({ ...given, value });
}

function invalidResult(slot: Slot, reply: unknown): CompletionsError {
  const isAsync = typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply;
  const got = isAsync
    ? 'an async iterable'
    : typeof reply === 'object'
      ? 'an object without candidates'
      : `a ${typeof reply}`;
  return new CompletionsError(
    'invalid-result',
    `${describeSlot(slot)}: the completer returned ${got}; return an array, or { candidates, complete?, total? }`,
  );
}
