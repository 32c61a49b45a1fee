import { plainNumbers } from '@mcp-typeahead/connect';
import {
  errorCodes,
  isErrorResponse,
  metaKeys,
  methodNotFound,
  parseCompleteParams,
  WireError,
  type CompleteParams,
  type CompletionRef,
  type JsonRpcErrorObject,
  type JsonRpcResponse,
} from '@mcp-typeahead/protocol';
import { subjectOf, type Completer, type Completions } from '@mcp-typeahead/server';
import type { UpstreamSession } from '../config/upstream-session.js';
import type { Dialect } from '../dialect.js';
import type { Engine } from '../engine/engine.js';
import type { Ask, Introduction, Peer, Standing } from '../engine/peer.js';
import { asObject, metaOf, withMeta } from '../json-object.js';
import type { Log } from '../log.js';
import { authorizeCompletion } from './authorize-completion.js';
import { listsNotGiven, notInitialized, unknownRef } from './completion-errors.js';
import { canBeCompleted, completesItself } from './handshake-result.js';
import type { ClientContext } from './interceptor.js';
import { isErrorObject, repairCompletion } from './repair-completion.js';

export interface CompletionCall {
  params: unknown;
  dialect: Dialect;
  context: ClientContext;
  signal: AbortSignal;
  /** The rules of access forbid it; what follows is the answer to what there is not. */
  onForbidden: () => void;
  engine: Engine;
  peer: Peer;
  log: Log;
  ask: Ask;
  /** What slots are completed through whose values are the upstream's. */
  session: UpstreamSession;
  /** Asks the upstream the client's own question. Undefined if it does not answer in time. */
  forward: (deadlineMs: number) => Promise<JsonRpcResponse | undefined>;
}

export type CompletionAnswer =
  | { is: 'result'; result: unknown; by: 'configuration' | 'upstream' | 'empty' }
  /** An error of the upstream, relayed as it came. */
  | { is: 'error'; error: JsonRpcErrorObject }
  /** Nothing is known of the upstream yet: the request is the upstream's alone. */
  | { is: 'pass' };

/**
 * Answers one `completion/complete`. A configured completer answers alone unless it says `merge: true`; else
 * the upstream does, if it completes, and ours stands in where it is empty, fails or times out.
 *
 * @throws WireError
 */
export async function answerCompletion(call: CompletionCall): Promise<CompletionAnswer> {
  const { peer, dialect, ask, context } = call;
  const subject = subjectOf(context.principal, context.address);
  // Before anything is looked up: malformed and unknown requests count too, whoever would answer them.
  await call.engine.rates.takeForCaller(subject);
  call.signal.throwIfAborted();
  const introduction =
    peer.introduction ?? (dialect.era === 'modern' ? await peer.introduce(ask, dialect) : undefined);
  if (introduction === undefined) {
    // Without its lists nobody can say what falls under the rules of access.
    if (call.engine.access !== undefined) throw notInitialized();
    return { is: 'pass' };
  }
  const { capabilities } = introduction;
  const upstreamCompletes = completesItself(capabilities);
  if (!upstreamCompletes && !canBeCompleted(capabilities)) throw methodNotFound();

  const params = parseCompleteParams(plainNumbers(call.params), call.engine.limits);
  const { ref, argument } = params;
  const { access } = call.engine;
  if (access !== undefined) {
    const { principal } = context;
    await authorizeCompletion({
      ref,
      principal,
      access,
      onForbidden: call.onForbidden,
      standingOf: (named) => standingOf(call, named),
    });
    call.signal.throwIfAborted();
  }
  await call.engine.rates.takeForArgument(subject, { ref, argument: argument.name });
  // Without completers of ours there is nothing to wait for: the request goes on in the turn in which it came.
  const own = hasCompleters(call.engine) ? await findOwn(call, params) : undefined;
  const { isPerCaller = false } = call.engine;
  if (own === undefined) {
    return upstreamCompletes && !isPerCaller
      ? relay(call, introduction)
      : emptyIfListed(call, introduction, params.ref);
  }
  const { merge, sensitive } = own.completer.options;
  // What the upstream answers is neither chosen by who asks nor held back as sensitive values are.
  if (merge && upstreamCompletes && !isPerCaller && sensitive === false) {
    const answer = await call.forward(call.engine.settings.mergeDeadlineMs);
    const usable =
      answer === undefined || isErrorResponse(answer) ? undefined : repairCompletion(answer.result);
    if (usable !== undefined && !usable.isEmpty)
      return { is: 'result', result: usable.result, by: 'upstream' };
    call.signal.throwIfAborted();
  }
  return { is: 'result', result: await answerOwn(call, introduction, own), by: 'configuration' };
}

function hasCompleters({ completions }: Engine): boolean {
  return completions !== undefined && completions.size > 0;
}

interface Own {
  completions: Completions;
  completer: Completer;
  ref: CompletionRef;
}

/**
 * Our completer for the request, if the upstream still has what it is for.
 * @throws WireError -32602 where the upstream no longer lists a configured reference
 */
async function findOwn(call: CompletionCall, { ref, argument }: CompleteParams): Promise<Own | undefined> {
  const { completions } = call.engine;
  if (completions === undefined) return undefined;
  const direct = completions.find(ref, argument.name);
  if (direct !== undefined) {
    const standing = await standingInTime(call, ref);
    if (standing.is === 'absent') throw unknownRef(ref);
    if (standing.is === 'plain-resource') return undefined;
    return { completions, completer: direct, ref };
  }
  if (ref.type === 'ref/prompt') return undefined;
  const standing = await standingInTime(call, ref);
  if (standing.is !== 'listed') return undefined;
  // A URI is completed as the template that it was made from.
  const completer = completions.find(standing.ref, argument.name);
  return completer === undefined ? undefined : { completions, completer, ref: standing.ref };
}

/** Our values do not wait long for the upstream's lists: they are ready without them. */
async function standingInTime(call: CompletionCall, ref: CompletionRef): Promise<Standing> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Standing>((resolve) => {
    timer = setTimeout(() => resolve({ is: 'unreadable' }), call.engine.settings.catalogWaitMs);
  });
  try {
    return await Promise.race([standingOf(call, ref), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function standingOf({ peer, ask }: CompletionCall, ref: CompletionRef): Promise<Standing> {
  try {
    return await peer.standing(ref, ask);
  } catch {
    return { is: 'unreadable' };
  }
}

async function answerOwn(call: CompletionCall, introduction: Introduction, own: Own): Promise<unknown> {
  const { params, dialect, context, signal } = call;
  const { principal, address } = context;
  const result = await own.completions.complete({
    params: { ...asObject(params), ref: own.ref },
    era: dialect.era,
    signal,
    principal,
    session: call.session,
    caller: { transport: address === undefined ? 'local' : 'http', era: dialect.era, address },
  });
  return sign(result, dialect, introduction);
}

/** The upstream's answer as it came, repaired only where a client could not read it. */
async function relay(call: CompletionCall, introduction: Introduction): Promise<CompletionAnswer> {
  const { relayDeadlineMs } = call.engine.settings;
  const answer = await call.forward(relayDeadlineMs);
  call.signal.throwIfAborted();
  if (answer === undefined) {
    throw new WireError(errorCodes.internalError, `Upstream did not answer within ${relayDeadlineMs} ms`);
  }
  if (isErrorResponse(answer)) {
    if (!isErrorObject(answer.error)) {
      call.log.warn('upstream answered a completion with an error without a code or message');
      throw new WireError(errorCodes.internalError, 'Upstream answered with a malformed error');
    }
    return { is: 'error', error: answer.error };
  }
  const repaired = repairCompletion(answer.result);
  if (repaired === undefined) {
    call.log.warn('upstream answered a completion without values');
    return { is: 'result', result: empty(call.dialect, introduction), by: 'empty' };
  }
  if (repaired.faults.length > 0) {
    call.log.warn('upstream answered a completion against the specification', {
      faults: repaired.faults.join(', '),
    });
  }
  return { is: 'result', result: repaired.result, by: 'upstream' };
}

async function emptyIfListed(
  call: CompletionCall,
  introduction: Introduction,
  ref: CompletionRef,
): Promise<CompletionAnswer> {
  const standing = await standingOf(call, ref);
  if (standing.is === 'absent') throw unknownRef(ref);
  // An empty list would say that there is nothing to choose from, and nobody knows that.
  if (standing.is === 'unreadable') {
    throw listsNotGiven();
  }
  return { is: 'result', result: empty(call.dialect, introduction), by: 'empty' };
}

function empty(dialect: Dialect, introduction: Introduction): unknown {
  const completion = { values: [], hasMore: false };
  return sign(
    dialect.era === 'modern' ? { resultType: 'complete', completion } : { completion },
    dialect,
    introduction,
  );
}

/** In the modern era every result names its server; to the client, ours come from the upstream. */
function sign(result: unknown, { era }: Dialect, { serverInfo }: Introduction): unknown {
  if (era === 'legacy' || serverInfo === undefined) return result;
  if (metaOf(result)?.[metaKeys.serverInfo] !== undefined) return result;
  return withMeta(result, metaKeys.serverInfo, serverInfo);
}
