import type { CompleteResult, CompletionRef, WireError } from '@mcp-typeahead/protocol';
import { internalError } from '@mcp-typeahead/protocol';
import { MemoryCache } from './cache/memory-cache.js';
import { checkOptions } from './check-options.js';
import type { Clock } from './clock.js';
import { systemClock } from './clock.js';
import { CompleterNames } from './completer-names.js';
import type { CompletionEvent } from './completion-event.js';
import type { CompleteRequest } from './completions.js';
import type { CompletionsOptions } from './completions-options.js';
import type { Declared } from './declared.js';
import type { Directory } from './directory.js';
import { MemoryDisclosure } from './pipeline/disclose.js';
import type { Authorize } from './pipeline/authorize.js';
import type { Caller } from './pipeline/identify.js';
import { identifyCaller } from './pipeline/identify.js';
import type { Policy } from './policy.js';
import type { Principal } from './principal.js';
import type { Slot } from './slot.js';
import { RankStage } from './pipeline/rank.js';
import { MemoryLimiter } from './policy/memory-limiter.js';
import { createRateLimits } from './policy/rate-limits.js';
import { isYes } from './policy/access-rule.js';
import type { AuditRecord } from './policy/audit-record.js';
import { createAccess } from './policy/access-rules.js';
import type { PassOn, Pipeline, Trace } from './pipeline/pipeline.js';
import { runPipeline } from './pipeline/run.js';
import { SourceStage } from './pipeline/source.js';
import { logError } from './log-error.js';
import { isDeliberate } from './wire-errors.js';

export interface EngineRequest extends CompleteRequest {
  directory: Directory;
  /** Another handler, for what there is no completer for. */
  passOn: PassOn | undefined;
}

/** What is asked of the rules of access beside completions. */
export interface PermitRequest {
  refs: readonly CompletionRef[];
  caller: Caller;
  /** For the audit, of requests for one thing. */
  action: AuditRecord['action'] | undefined;
  directory: Directory;
}

type Where = { ref: CompletionRef | undefined; argument: string | undefined };

/** The pipeline with its state and with the rule that errors go to the log and fixed words to the wire. */
export class Engine {
  readonly #pipeline: Pipeline;
  readonly #clock: Clock;
  readonly #onEvent: ((event: CompletionEvent) => void) | undefined;
  readonly #onAudit: ((record: AuditRecord) => void) | undefined;
  readonly #onError: (error: unknown, where: Where) => void;

  /** @throws CompletionsError `invalid-option` */
  constructor(
    options: Pick<CompletionsOptions, 'policy' | 'limits' | 'clock' | 'onEvent' | 'onAudit' | 'onError'>,
    declared: Declared,
  ) {
    checkOptions(options);
    const { policy = {}, clock = systemClock } = options;
    this.#clock = clock;
    this.#onEvent = options.onEvent;
    this.#onAudit = options.onAudit;
    this.#onError = options.onError ?? logError;
    const rank = new RankStage();
    this.#pipeline = {
      limits: options.limits ?? {},
      identify: policy.identify ?? identifyCaller,
      rates: createRateLimits(policy.limiter ?? new MemoryLimiter(clock), policy.rates),
      authorize: toAuthorize(policy),
      visible: policy.visible,
      isPerCaller: toTest(policy.perCaller),
      disclosure: policy.disclosure ?? new MemoryDisclosure(clock),
      source: new SourceStage({
        cache: policy.cache ?? new MemoryCache(),
        clock,
        onError: (error, slot) => this.report(error, slot),
        prepare: (candidates, options, load) => rank.prepare(candidates, options, load),
      }),
      rank,
      onSourceFailure: policy.onSourceFailure ?? 'error',
      names: new CompleterNames(declared),
    };
  }

  /** @throws WireError (rejects), or the signal's reason when that aborts */
  async complete(request: EngineRequest): Promise<CompleteResult> {
    const { era, signal } = request;
    const trace: Trace = {};
    const startedAt = this.#clock.now();
    try {
      return await runPipeline(
        this.#pipeline,
        {
          ...request,
          signal,
          principal: request.principal,
          caller: request.caller ?? { transport: 'local', era },
        },
        trace,
      );
    } catch (error) {
      if (signal?.aborted === true) {
        trace.outcome = 'aborted';
        throw signal.reason;
      }
      trace.outcome = trace.outcome === 'forbidden' ? 'forbidden' : 'error';
      const wireError = isDeliberate(error) ? (error as WireError) : internalError(error);
      trace.errorCode = wireError.code;
      if (wireError !== error) this.report(error, { ref: trace.ref, argument: trace.argument });
      throw wireError;
    } finally {
      const { principal = request.principal, ...known } = trace;
      const event = { ...emptyEvent, ...known, era, durationMs: this.#clock.now() - startedAt };
      this.#emit(event);
      const { ref, argument, valueLength, count, outcome, errorCode } = event;
      const what = { action: 'completion/complete' as const, ref, argument, valueLength, count };
      this.#audit({ ...this.#who(principal, request.caller), ...what, outcome, errorCode });
    }
  }

  get hasAccessRules(): boolean {
    return this.#pipeline.authorize !== undefined;
  }

  /**
   * Which of these the caller may get: the rule of completions, for whatever else is asked of a server.
   * @throws WireError -32603 where a rule fails
   */
  async permit({ refs, caller, action, directory }: PermitRequest): Promise<readonly boolean[]> {
    const { authorize, identify } = this.#pipeline;
    let principal: Principal | undefined;
    try {
      principal = await identify(caller);
      const who = principal;
      const answers = refs.map(
        async (ref) => authorize?.({ ref, argument: undefined, principal: who }) ?? true,
      );
      const allowed = (await Promise.all(answers)).map(isYes);
      this.#auditRequest({ refs, action, directory, allowed, principal, caller });
      return allowed;
    } catch (error) {
      this.report(error, { ref: undefined, argument: undefined });
      throw internalError(error);
    }
  }

  /** Tells the log what the wire is not told. */
  report(error: unknown, where: Where): void {
    tell(
      () => this.#onError(error, where),
      (fault) => logError(fault, where),
    );
  }

  #who(
    principal: Principal | undefined,
    caller: Caller | undefined,
  ): Pick<AuditRecord, 'at' | 'principal' | 'address'> {
    return { at: this.#clock.now(), principal: principal?.id, address: caller?.address };
  }

  #auditRequest(
    asked: PermitRequest & { allowed: readonly boolean[]; principal: Principal | undefined },
  ): void {
    const { refs, action, directory, allowed, principal, caller } = asked;
    const [ref] = refs;
    if (action === undefined || ref === undefined) return;
    const nothing = { argument: undefined, valueLength: undefined, count: undefined, errorCode: undefined };
    this.#audit({
      ...this.#who(principal, caller),
      ...nothing,
      action,
      // A URI has values in it; the template has not.
      ref: directory.locate(ref)?.ref,
      outcome: allowed[0] === true ? 'allowed' : 'forbidden',
    });
  }

  #audit(record: AuditRecord): void {
    tell(
      () => this.#onAudit?.(record),
      (fault) => this.report(fault, { ref: record.ref, argument: record.argument }),
    );
  }

  #emit(event: CompletionEvent): void {
    tell(
      () => this.#onEvent?.(event),
      (fault) => this.report(fault, event),
    );
  }
}

function toTest(perCaller: Policy['perCaller'] = false): (slot: Slot) => boolean {
  if (typeof perCaller === 'boolean') return () => perCaller;
  return (slot) => {
    // Only a clear no lets values be the same for everybody.
    const answer: unknown = perCaller(slot);
    return answer !== false;
  };
}

/** Rules and function together: both must allow. */
function toAuthorize({ access, authorize }: Policy): Authorize | undefined {
  if (access === undefined) return authorize;
  const byRules = createAccess(access);
  if (authorize === undefined) return byRules;
  return async (asked) => (await byRules(asked)) && isYes(await authorize(asked));
}

/** A listener's fault must not reach the request, nor end the process when the listener is an async function. */
function tell(listener: () => unknown, onFault: (fault: unknown) => void): void {
  try {
    const returned = listener();
    if (returned instanceof Promise) returned.catch(onFault);
  } catch (fault) {
    onFault(fault);
  }
}

const emptyEvent: Omit<CompletionEvent, 'era' | 'durationMs'> = {
  outcome: 'error',
  ref: undefined,
  argument: undefined,
  valueLength: undefined,
  count: 0,
  total: undefined,
  from: undefined,
  degraded: undefined,
  errorCode: undefined,
};
