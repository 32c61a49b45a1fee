import type { CompleteResult, CompletionRef, Era, Limits } from '@mcp-typeahead/protocol';
import type { CompleterNames } from '../completer-names.js';
import type { CompletionEvent } from '../completion-event.js';
import type { Directory } from '../directory.js';
import type { Policy } from '../policy.js';
import type { RateLimits } from '../policy/rate-limits.js';
import type { Principal } from '../principal.js';
import type { Session } from '../session.js';
import type { Slot } from '../slot.js';
import type { Authorize } from './authorize.js';
import type { Disclosure } from './disclose.js';
import type { Visible } from './filter.js';
import type { Caller, Identify } from './identify.js';
import type { RankStage } from './rank.js';
import type { SourceStage } from './source.js';

/** What the stages of one `Completions` share. */
export interface Pipeline {
  limits: Partial<Limits>;
  identify: Identify;
  rates: RateLimits;
  authorize: Authorize | undefined;
  visible: Visible | undefined;
  isPerCaller: (slot: Slot) => boolean;
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
export interface Trace extends Partial<CompletionEvent> {
  /** Who asked, as far as that has been found out. For the audit only. */
  principal?: Principal | undefined;
}
