import type { Noise, Wire } from '@mcp-typeahead/connect';
import type { Log } from '../log.js';

/** One warning in this time, however much an upstream prints. */
const quietMs = 10_000;

/**
 * An upstream's stderr goes to ours as it stands. What it writes to stdout that is not JSON-RPC is skipped, with a
 * warning now and then that shows the last such line.
 */
export function logNoise(wire: Wire, log: Log, now: () => number = Date.now): void {
  let count = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  wire.onNoise(({ kind, text }: Noise) => {
    if (kind === 'stderr-line') {
      log.relay(text);
      return;
    }
    count += 1;
    if (now() - warnedAt < quietMs) return;
    warnedAt = now();
    const what =
      kind === 'http'
        ? 'upstream answered HTTP in a wrong way'
        : 'upstream wrote something that is not JSON-RPC';
    log.warn(what, { text, count });
    count = 0;
  });
}
