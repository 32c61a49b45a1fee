import type { CompleteResult, CompletionRef } from '@mcp-typeahead/protocol';
import { WireError } from '@mcp-typeahead/protocol';
import { createDisguise } from '../policy/disguise.js';
import type { Slot } from '../slot.js';
import { isDeliberate, unknownRef } from '../wire-errors.js';
import { locateAuthorized } from './authorize.js';
import { completeSlot, conclude, nothing } from './complete-slot.js';
import { limitCaller } from './limit.js';
import type { PassOn, Pipeline, PipelineRequest, Trace } from './pipeline.js';
import { extensionRequest, shapeResult } from './shape.js';
import { validateParams } from './validate.js';

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
  trace.principal = principal;
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
  const { located, isAllowed } = found;
  if (!isAllowed) {
    trace.ref = located?.ref;
    return answerUnknown(ref, passOn, trace);
  }
  const completer = located?.completer(argument.name);
  if (located === undefined || completer === undefined) {
    trace.ref = located?.ref;
    if (passOn !== undefined) return conclude(trace, 'passed-on', await passOn());
    if (located === undefined) throw unknownRef(ref);
    return conclude(trace, 'no-completer', shapeResult(nothing({ era, meta, sensitive: false })));
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
