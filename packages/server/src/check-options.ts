import { resolveLimits } from '@mcp-typeahead/protocol';
import { CompletionsError } from './completions-error.js';
import type { CompletionsOptions } from './completions-options.js';
import type { Rate } from './policy/limiter.js';

type Options = Pick<CompletionsOptions, 'policy' | 'limits' | 'onEvent' | 'onAudit' | 'onError'>;

/**
 * A wrong option would otherwise show with the first request, as an internal error of every one.
 * @throws CompletionsError `invalid-option`
 */
export function checkOptions({ policy = {}, limits, onEvent, onAudit, onError }: Options): void {
  try {
    resolveLimits(limits);
  } catch (cause) {
    throw new CompletionsError('invalid-option', (cause as RangeError).message, { cause });
  }
  const { identify, authorize, visible, perCaller, rates = {}, onSourceFailure } = policy;
  for (const [name, rule] of Object.entries({ identify, authorize, visible })) {
    checkFunction(`policy.${name}`, rule);
  }
  if (typeof perCaller !== 'boolean') checkFunction('policy.perCaller', perCaller);
  checkFunction('onEvent', onEvent);
  checkFunction('onAudit', onAudit);
  checkFunction('onError', onError);
  for (const [name, rate] of Object.entries(rates) as [string, Rate | false | undefined][]) {
    checkRate(`policy.rates.${name}`, rate);
  }
  if (![undefined, 'error', 'empty'].includes(onSourceFailure)) {
    throw new CompletionsError('invalid-option', 'policy.onSourceFailure must be "error" or "empty"');
  }
}

function checkFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw new CompletionsError('invalid-option', `${name} must be a function`);
}

function checkRate(name: string, rate: Rate | false | undefined): void {
  if (rate === undefined || rate === false) return;
  const { perSecond, burst } = rate;
  // Without end is `false`: infinity times no time at all is not a number.
  const isRate = Number.isFinite(perSecond) && perSecond > 0 && Number.isFinite(burst) && burst >= 1;
  if (isRate) return;
  throw new CompletionsError(
    'invalid-option',
    `${name}: perSecond must be over 0 and burst at least 1, both finite numbers, or false for no limit`,
  );
}
