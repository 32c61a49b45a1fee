import type { Principal } from '../principal.js';
import type { RateLimits } from '../policy/rate-limits.js';
import { subjectOf } from '../policy/subject.js';
import type { Slot } from '../slot.js';
import type { Caller } from './identify.js';

/**
 * Stage 3: before anything costs, and for malformed requests too.
 * @throws WireError 42900 with `data.retryAfterMs`
 */
export async function limitCaller(
  limits: RateLimits,
  principal: Principal | undefined,
  caller: Caller,
): Promise<void> {
  await limits.takeForCaller(subjectOf(principal, caller.address));
}

/**
 * The part of stage 3 that needs to know what is asked for, and that it may be.
 * @throws WireError 42900 with `data.retryAfterMs`
 */
export async function limitArgument(
  limits: RateLimits,
  principal: Principal | undefined,
  { caller, slot }: { caller: Caller; slot: Slot },
): Promise<void> {
  await limits.takeForArgument(subjectOf(principal, caller.address), slot);
}
