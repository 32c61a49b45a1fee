/** Work in steps of well under a millisecond each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Nobody else in the process waits longer than this. */
const turnMs = 10;

/** Does the work in one go. */
export function takeAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Does the work, and in between whatever else there is to do. Rejects with the signal's reason if that aborts meanwhile. */
export async function takeInTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const end = performance.now() + turnMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
}
