export { createCompletions } from './create-completions.js';
export type { CompleteRequest, Completions } from './completions.js';
export type { CompletionsOptions, PromptCompleters } from './completions-options.js';
export type { CompletionsErrorCode } from './completions-error.js';
export { CompletionsError } from './completions-error.js';
export type { Candidate, CandidateInput } from '@mcp-typeahead/rank';
export type { Completer, CompleterInput } from './completer/completer.js';
export { completer, isCompleter } from './completer/completer.js';
export { values } from './completer/values.js';
export type { LoadFunction, LookupFunction, LookupReply, LookupRequest } from './completer/lookup.js';
export { list, lookup } from './completer/lookup.js';
export { enumOf } from './completer/enum-of.js';
export type {
  BreakerOptions,
  CacheOptions,
  CompleterOptions,
  ResolvedCompleterOptions,
  SensitiveOptions,
} from './completer/completer-options.js';
export type { LazyReadings, Readings } from './completer/readings.js';
export type {
  ListSource,
  QuerySource,
  Source,
  SourceAnswer,
  SourceReply,
  SourceRequest,
} from './completer/source.js';
export type { Answer } from './completer/answer.js';
export type { CompletionEvent, CompletionOutcome } from './completion-event.js';
export type { Degraded } from './pipeline/source.js';
export type { Policy } from './policy.js';
export type { Principal } from './principal.js';
export type { Session } from './session.js';
export type { Clock } from './clock.js';
export { systemClock } from './clock.js';
export type { AuthInfo, Caller, Identify } from './pipeline/identify.js';
export { identifyCaller } from './pipeline/identify.js';
export type { LimitDecision, Limiter, Rate } from './policy/limiter.js';
export { MemoryLimiter } from './policy/memory-limiter.js';
export type { LimiterFailureMode, ResilientLimiterOptions } from './policy/resilient-limiter.js';
export { ResilientLimiter } from './policy/resilient-limiter.js';
export type { RateLimits, Rates } from './policy/rate-limits.js';
export { createRateLimits, defaultRates } from './policy/rate-limits.js';
export { subjectOf } from './policy/subject.js';
export type { Authorize } from './pipeline/authorize.js';
export type { Access, AccessConditions, AccessRule, FixedRule } from './policy/access-rule.js';
export { fulfils, isAllowedByFixed } from './policy/access-rule.js';
export type { AccessRules } from './policy/access-rules.js';
export { createAccess, createFixedAccess } from './policy/access-rules.js';
export type { Disguise } from './policy/disguise.js';
export type { AuditRecord } from './policy/audit-record.js';
export { createDisguise } from './policy/disguise.js';
export type { Visible } from './pipeline/filter.js';
export type { Slot } from './slot.js';
export type { Disclosure, DisclosureBudget } from './pipeline/disclose.js';
export { MemoryDisclosure } from './pipeline/disclose.js';
export type { Cache, CacheEntry } from './cache/cache.js';
export type { MemoryCacheOptions } from './cache/memory-cache.js';
export { MemoryCache } from './cache/memory-cache.js';
export { completable } from './completable.js';
export type { SdkCallback } from './attach/sdk-completer.js';
