import type { CompleteParams, CompleteResult, Era } from '@mcp-typeahead/protocol';
import { internalError, maxValues } from '@mcp-typeahead/protocol';
import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Completer } from '../completer/completer.js';
import type { ResolvedCompleterOptions } from '../completer/completer-options.js';
import type { CompletionOutcome } from '../completion-event.js';
import { subjectOf } from '../policy/subject.js';
import type { Principal } from '../principal.js';
import type { Slot } from '../slot.js';
import { isDeliberate } from '../wire-errors.js';
import { discloseWithin, isTooShort, startsWithTyped } from './disclose.js';
import { isWithheld, visibleTo } from './filter.js';
import { limitArgument } from './limit.js';
import type { Pipeline, PipelineRequest, Trace } from './pipeline.js';
import type { Ranked, RankedMatch } from './rank.js';
import { splitValue } from './separator.js';
import { countsOf, extensionRequest, shapeResult } from './shape.js';
import type { Sourced } from './source.js';
import { degradedBy } from './source.js';

/** A request whose argument has a completer, and that may be answered. */
export interface SlotRequest {
  pipeline: Pipeline;
  request: PipelineRequest;
  params: CompleteParams;
  principal: Principal | undefined;
  slot: Slot;
  completer: Completer;
  trace: Trace;
  extension: ReturnType<typeof extensionRequest>;
}

/** Stages 5 to 9, and the part of stage 3 that needs to know the argument. */
export async function completeSlot(asked: SlotRequest): Promise<CompleteResult> {
  const { pipeline, request, params, principal, slot, completer, trace, extension } = asked;
  const { era } = request;
  const { needs, separator, sensitive } = completer.options;
  await limitArgument(pipeline.rates, principal, { caller: request.caller, slot });
  const silent = (outcome: CompletionOutcome): CompleteResult =>
    conclude(trace, outcome, shapeResult(nothing({ era, meta: params.meta, sensitive })));
  const isPerCaller = pipeline.isPerCaller(slot);
  if (isWithheld(completer, principal, { isPerCaller, visible: pipeline.visible })) return silent('withheld');
  const { prefix, part } = splitValue(params.argument.value, separator);
  if (needs.some((name) => !isFilled(params.context, name))) return silent('missing-context');
  if (isTooShort(sensitive, part)) return silent('too-short');
  const sourced = await fetchCandidates(asked, part);
  request.signal?.throwIfAborted();
  const ranked = await rankVisible(asked, sourced, part);
  request.signal?.throwIfAborted();
  const matches = await disclose(asked, ranked);
  const isFiltered = pipeline.visible !== undefined || completer.options.visible !== undefined;
  const counts = countsOf({ sourced, ranked, isFiltered, extension });
  const result = shapeResult({
    ...nothing({ era, meta: params.meta, sensitive }),
    matches,
    prefix,
    // Of a sensitive completer every answer looks as if there were nothing.
    ...(sensitive === false && {
      ...counts,
      freshness: {
        ttlMs: sourced.ttlMs,
        cacheScope: isSharedByAll(pipeline, completer) ? ('public' as const) : ('private' as const),
        degraded: sourced.degraded,
      },
    }),
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

interface NothingRequest {
  era: Era;
  meta: CompleteParams['meta'];
  sensitive: ResolvedCompleterOptions['sensitive'];
}

/** The shape of an answer without values. Sensitive completers count nothing, not even nothing. */
export function nothing({ era, meta, sensitive }: NothingRequest): Parameters<typeof shapeResult>[0] {
  const counts =
    sensitive === false ? { total: 0, hasMore: false } : { total: undefined, hasMore: undefined };
  const extension = extensionRequest(meta);
  return { matches: [], prefix: '', ...counts, era, extension, freshness: undefined };
}

export function conclude(trace: Trace, outcome: CompletionOutcome, result: CompleteResult): CompleteResult {
  trace.outcome = outcome;
  trace.count = result.completion.values.length;
  trace.total = result.completion.total;
  return result;
}
