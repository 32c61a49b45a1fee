import type { CompleteParams, CompleteResult, CompletionRef, Era, Limits } from '@mcp-typeahead/protocol';
import { internalError, maxValues, WireError } from '@mcp-typeahead/protocol';
import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Completer } from '../completer/completer.js';
import type { CompleterNames } from '../completer-names.js';
import type { CompletionEvent, CompletionOutcome } from '../completion-event.js';
import type { Directory } from '../directory.js';
import type { Policy } from '../policy.js';
import type { RateLimits } from '../policy/rate-limits.js';
import { createDisguise } from '../policy/disguise.js';
import { subjectOf } from '../policy/subject.js';
import type { Principal } from '../principal.js';
import type { Session } from '../session.js';
import type { Slot } from '../slot.js';
import { isDeliberate, unknownRef } from '../wire-errors.js';
import type { Authorize } from './authorize.js';
import { locateAuthorized } from './authorize.js';
import type { Disclosure } from './disclose.js';
import { discloseWithin, isTooShort, startsWithTyped } from './disclose.js';
import type { Visible } from './filter.js';
import { visibleTo } from './filter.js';
import type { Caller, Identify } from './identify.js';
import { limitArgument, limitCaller } from './limit.js';
import type { Ranked, RankedMatch, RankStage } from './rank.js';
import { splitValue } from './separator.js';
import { countsOf, extensionRequest, shapeResult } from './shape.js';
import type { Sourced, SourceStage } from './source.js';
import { degradedBy } from './source.js';
import { validateParams } from './validate.js';

/** What the stages of one `Completions` share. */
export interface Pipeline {
  limits: Partial<Limits>;
  identify: Identify;
  rates: RateLimits;
  authorize: Authorize | undefined;
  visible: Visible | undefined;
  disclosure: Disclosure;
  source: SourceStage;
  rank: RankStage;
  onSourceFailure: NonNullable<Policy['onSourceFailure']>;
  names: CompleterNames;
}

export interface PipelineRequest {
  params: unknown;
  era: Era;
  signal: AbortSignal | undefined;
  /** Who asks, if that is established already. */
  principal: Principal | undefined;
  caller: Caller;
  /** What the request came through, if its caller said so. */
  session?: Session | undefined;
  directory: Directory;
  /** Another handler, for what this one has no completer for. */
  passOn: PassOn | undefined;
}

/** Asks another handler what the client asked, about another ref if one is given. */
export type PassOn = (ref?: CompletionRef) => Promise<CompleteResult>;

/** What is learnt on the way, for the event at the end. */
export type Trace = Partial<CompletionEvent>;

/**
 * The nine stages in their order.
 * @throws WireError, the signal's reason, or whatever broke
 */
export async function runPipeline(
  pipeline: Pipeline,
  request: PipelineRequest,
  trace: Trace,
): Promise<CompleteResult> {
  const { directory, passOn, era, signal } = request;
  const params = validateParams(request.params, pipeline.limits);
  const principal = request.principal ?? (await pipeline.identify(request.caller));
  // A malformed request counts against its sender's limit like any other.
  await limitCaller(pipeline.rates, principal, request.caller);
  signal?.throwIfAborted();
  if ('error' in params) throw params.error;
  trace.valueLength = params.argument.value.length;

  const { ref, argument, meta } = params;
  const found = await locateAuthorized({
    directory,
    authorize: pipeline.authorize,
    ref,
    argument: argument.name,
    principal,
  });
  if (found === 'forbidden') return answerUnknown(ref, passOn, trace);
  const { located } = found;
  const completer = located?.completer(argument.name);
  if (located === undefined || completer === undefined) {
    trace.ref = located?.ref;
    if (passOn !== undefined) return conclude(trace, 'passed-on', await passOn());
    if (located === undefined) throw unknownRef(ref);
    return conclude(trace, 'no-completer', shapeResult(nothing(era, params)));
  }
  const slot: Slot = { ref: located.ref, argument: argument.name };
  Object.assign(trace, slot);
  return completeSlot({
    pipeline,
    request,
    params,
    principal,
    slot,
    completer,
    trace,
    extension: extensionRequest(meta),
  });
}

/** Forbidden is answered as unknown is, by whoever answers that. */
async function answerUnknown(
  ref: CompletionRef,
  passOn: PassOn | undefined,
  trace: Trace,
): Promise<CompleteResult> {
  trace.outcome = 'forbidden';
  if (passOn === undefined) throw unknownRef(ref);
  const disguise = createDisguise();
  const asked: CompletionRef =
    ref.type === 'ref/prompt'
      ? { type: ref.type, name: disguise.of(ref.name) }
      : { type: ref.type, uri: disguise.of(ref.uri) };
  try {
    return disguise.undo(await passOn(asked));
  } catch (error) {
    if (!isDeliberate(error)) throw error;
    const { code, message, data } = error as WireError;
    throw new WireError(code, disguise.undo(message), { data: disguise.undo(data), cause: error });
  }
}

interface SlotRequest {
  pipeline: Pipeline;
  request: PipelineRequest;
  params: CompleteParams;
  principal: Principal | undefined;
  slot: Slot;
  completer: Completer;
  trace: Trace;
  extension: ReturnType<typeof extensionRequest>;
}

async function completeSlot(asked: SlotRequest): Promise<CompleteResult> {
  const { pipeline, request, params, principal, slot, completer, trace, extension } = asked;
  const { era } = request;
  const { needs, separator, sensitive } = completer.options;
  await limitArgument(pipeline.rates, principal, { caller: request.caller, slot });
  const { prefix, part } = splitValue(params.argument.value, separator);
  if (needs.some((name) => !isFilled(params.context, name))) {
    return conclude(trace, 'missing-context', shapeResult(nothing(era, params)));
  }
  if (isTooShort(sensitive, part)) {
    return conclude(
      trace,
      'too-short',
      shapeResult({ ...nothing(era, params), total: undefined, hasMore: undefined }),
    );
  }
  const sourced = await fetchCandidates(asked, part);
  request.signal?.throwIfAborted();
  const ranked = await rankVisible(asked, sourced, part);
  request.signal?.throwIfAborted();
  const matches = await disclose(asked, ranked);
  const isFiltered = pipeline.visible !== undefined || completer.options.visible !== undefined;
  const counts =
    sensitive === false
      ? countsOf({ sourced, ranked, isFiltered, extension })
      : { total: undefined, hasMore: undefined };
  const isPublic = isSharedByAll(pipeline, completer);
  const result = shapeResult({
    matches,
    prefix,
    ...counts,
    era,
    extension,
    freshness: {
      ttlMs: sourced.ttlMs,
      cacheScope: isPublic ? 'public' : 'private',
      degraded: sourced.degraded,
    },
  });
  Object.assign(trace, { from: sourced.from, degraded: sourced.degraded });
  return conclude(trace, result.completion.values.length > 0 ? 'values' : 'empty', result);
}

/** Forms send `''` for every field that nobody has filled. */
function isFilled(context: CompleteParams['context'], name: string): boolean {
  return Object.hasOwn(context, name) && context[name] !== '';
}

/** The source stage has reported its failure already: what leaves here is fit for the wire. */
async function fetchCandidates(asked: SlotRequest, value: string): Promise<Sourced> {
  const { pipeline, request, params, principal, slot, completer } = asked;
  const { signal } = request;
  try {
    const identity = pipeline.names.ofAnswers(completer);
    return await pipeline.source.fetch({
      slot,
      completer,
      identity,
      isLasting: pipeline.names.isLasting(completer),
      value,
      context: params.context,
      principal,
      session: request.session,
      signal,
    });
  } catch (error) {
    if (signal?.aborted === true || isDeliberate(error)) throw error;
    if (pipeline.onSourceFailure === 'error') throw internalError(error);
    const answer = { candidates: [], complete: false, total: undefined, dropped: 0 };
    return { answer, from: 'none', ttlMs: 0, degraded: degradedBy(error), isFailed: true };
  }
}

function rankVisible(
  { pipeline, request, principal, slot, completer }: SlotRequest,
  sourced: Sourced,
  query: string,
): Promise<Ranked> {
  const { options } = completer;
  const { visible: own, sensitive, ranked } = options;
  const isVisible = visibleTo({ slot, principal, policy: pipeline.visible, own });
  const isPrefix = sensitive === false ? undefined : startsWithTyped(query);
  return pipeline.rank.rank({
    answer: sourced.answer,
    query,
    limit: maxValues,
    options,
    isRanked: ranked,
    accept: both(isPrefix, isVisible),
    signal: request.signal,
  });
}

type Accept = (candidate: CandidateInput) => boolean;

function both(first: Accept | undefined, second: Accept | undefined): Accept | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (candidate) => first(candidate) && second(candidate);
}

async function disclose(asked: SlotRequest, { matches }: Ranked): Promise<readonly RankedMatch[]> {
  const { pipeline, request, principal, slot, completer, extension } = asked;
  const { sensitive } = completer.options;
  if (sensitive === false) return matches;
  const budget = pipeline.names.ofBudget(completer, slot);
  // Only what will be sent may be charged to the budget.
  const sent = matches.slice(0, extension?.limit ?? maxValues);
  const subject = subjectOf(principal, request.caller.address);
  return discloseWithin({ disclosure: pipeline.disclosure, sensitive, subject, budget, matches: sent });
}

/** Whether every principal would get this answer, so that a client may share it among users. */
function isSharedByAll({ authorize, visible }: Pipeline, { constant, options }: Completer): boolean {
  const isShared = constant !== undefined || (options.cache !== false && options.cache.shared);
  return (
    isShared &&
    authorize === undefined &&
    visible === undefined &&
    options.visible === undefined &&
    options.sensitive === false
  );
}

function nothing(era: Era, { meta }: CompleteParams): Parameters<typeof shapeResult>[0] {
  const extension = extensionRequest(meta);
  return { matches: [], prefix: '', total: 0, hasMore: false, era, extension, freshness: undefined };
}

function conclude(trace: Trace, outcome: CompletionOutcome, result: CompleteResult): CompleteResult {
  trace.outcome = outcome;
  trace.count = result.completion.values.length;
  trace.total = result.completion.total;
  return result;
}
