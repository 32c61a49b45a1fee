import type { Log } from '../log.js';
import { limitRepeats } from '../limit-repeats.js';
import { failureCode } from './upstream-failure.js';

/** Takes what a message could not be sent for. */
export type OnSendError = (error: unknown) => void;

/**
 * Says now and then why messages do not reach an upstream that has not ended: a URL that cannot be reached, a child
 * that does not read. The end of one is told by itself.
 */
export function createSendErrorLog(log: Log): OnSendError {
  const limited = limitRepeats(log);
  return (error) => {
    const code = failureCode(error);
    if (code !== 'unreachable' && code !== 'not-reading') return;
    limited.warn('upstream cannot be sent messages', {
      code,
      reason: error instanceof Error ? error.message : undefined,
    });
  };
}
