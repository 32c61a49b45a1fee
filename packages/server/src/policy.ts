import type { Cache } from './cache/cache.js';
import type { Authorize } from './pipeline/authorize.js';
import type { Disclosure } from './pipeline/disclose.js';
import type { Visible } from './pipeline/filter.js';
import type { Identify } from './pipeline/identify.js';
import type { AccessRules } from './policy/access-rules.js';
import type { Slot } from './slot.js';
import type { Limiter } from './policy/limiter.js';
import type { Rates } from './policy/rate-limits.js';

/** Rules that hold for all completers. Each part has a default that lives in this process. */
export interface Policy {
  /** Who asks. @default the SDK's `authInfo`; the local user over stdio */
  identify?: Identify;
  /** @default token buckets in memory */
  limiter?: Limiter;
  rates?: Rates;
  /** Who may have which prompt or template, by rules: completed, got, read and listed. @default everybody, everything */
  access?: AccessRules;
  /** The same, by a function of your own. With `access`, both must allow. @default everybody, everything */
  authorize?: Authorize;
  /** Who may see which candidate. @default everybody, every one */
  visible?: Visible;
  /**
   * Whether the values of an argument must be chosen by who asks. Then completers that would show everybody the same (constant
   * lists and shared caches, without a `visible`) are left out, and nobody is shown anything. @default false
   */
  perCaller?: boolean | ((slot: Slot) => boolean);
  /** Keeps the budgets of sensitive completers. @default in memory */
  disclosure?: Disclosure;
  /** @default 1,000 answers in memory */
  cache?: Cache;
  /** What a failing source with nothing stale to show answers: -32603, or an empty list. @default 'error' */
  onSourceFailure?: 'error' | 'empty';
}
