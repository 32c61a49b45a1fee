import type { Log, LogFields, LogLevel } from './log.js';

/** The same words again within this time are counted instead of written. */
const quietMs = 10_000;
/** Far more than there are messages in the gateway. */
const maxMessages = 1_000;

/**
 * A log in which no warning or error floods the others: a server that answers every keystroke wrongly is reported
 * now and then, with the number of reports left out.
 */
export function limitRepeats(log: Log, now: () => number = Date.now): Log {
  const written = new Map<string, { at: number; leftOut: number }>();
  const limited =
    (level: LogLevel & ('warn' | 'error')) =>
    (message: string, fields: LogFields = {}): void => {
      const last = written.get(message);
      if (last !== undefined && now() - last.at < quietMs) {
        last.leftOut += 1;
        return;
      }
      if (written.size >= maxMessages) written.clear();
      written.set(message, { at: now(), leftOut: 0 });
      const leftOut = last === undefined || last.leftOut === 0 ? {} : { leftOut: last.leftOut };
      log[level](message, { ...fields, ...leftOut });
    };
  return { ...log, warn: limited('warn'), error: limited('error') };
}
