import { rateLimited } from '@mcp-typeahead/protocol';
import { slotKey } from '../completer-names.js';
import { fillDefaults } from '../fill-defaults.js';
import type { Slot } from '../slot.js';
import type { Limiter, Rate } from './limiter.js';

/** How often one may ask. `false` switches a limit off. */
export interface Rates {
  /** Of one subject: a principal, or an address where nobody is known. @default { perSecond: 50, burst: 100 } */
  perPrincipal?: Rate | false;
  /** @default { perSecond: 1_000, burst: 1_000 } */
  global?: Rate | false;
  /** Of one subject for one argument. @default false */
  perArgument?: Rate | false;
}

/** The rates where nothing else is said. */
export const defaultRates: Readonly<Required<Rates>> = {
  perPrincipal: { perSecond: 50, burst: 100 },
  global: { perSecond: 1_000, burst: 1_000 },
  perArgument: false,
};

/** A limiter with its rates. Both methods reject with a `WireError` 42900 that has `data.retryAfterMs`. */
export interface RateLimits {
  /**
   * Before anything is looked up, for malformed and unknown requests too. The subject's own bucket comes first, so that one who
   * is over the limit takes nothing from the others.
   * @param subject from `subjectOf`
   */
  takeForCaller(subject: string): Promise<void>;
  /** When it is known what is asked for, and that the caller may ask it. */
  takeForArgument(subject: string, slot: Slot): Promise<void>;
}

/** The part of stage 3 that needs no request: what a gateway asks for the requests that it does not answer itself. */
export function createRateLimits(limiter: Limiter, given: Rates = {}): RateLimits {
  const rates = fillDefaults<Required<Rates>>(defaultRates, given);
  const take = async (key: string, rate: Rate | false): Promise<void> => {
    if (rate === false) return;
    const { isAllowed, retryAfterMs } = await limiter.take(key, rate);
    if (!isAllowed) throw rateLimited(retryAfterMs);
  };
  return {
    async takeForCaller(subject) {
      await take(`subject ${subject}`, rates.perPrincipal);
      await take('global', rates.global);
    },
    takeForArgument: (subject, slot) =>
      take(`argument ${JSON.stringify([slotKey(slot), subject])}`, rates.perArgument),
  };
}
