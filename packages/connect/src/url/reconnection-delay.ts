const minDelayMs = 100;
const firstDelayMs = 1_000;
const growth = 1.5;
const maxGrownMs = 30_000;

/** The largest that a timer takes: beyond it, a timer fires at once. */
const maxTimerMs = 2_147_483_647;

/**
 * How long to wait before a stream is opened again, in ms: what the server asked for by `retry`, else a time that
 * grows. Both, where there have been attempts without an event since: a server that wants to be called at once
 * and then says nothing would be called without end.
 *
 * @param failures attempts in a row that brought no event
 */
export function reconnectionDelay(retryMs: number | undefined, failures: number): number {
  const grownMs = Math.min(firstDelayMs * growth ** failures, maxGrownMs);
  const wantedMs = failures === 0 ? (retryMs ?? grownMs) : Math.max(retryMs ?? 0, grownMs);
  return Math.min(Math.max(wantedMs, minDelayMs), maxTimerMs);
}
