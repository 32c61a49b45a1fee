/**
 * Work in steps of a few milliseconds: whoever runs it may do something else after each, or leave off. Nothing in it waits, so
 * that it can be run at once as well.
 */
export type Steps<T> = Generator<void, T, void>;

/** Numbers to a step, or characters: 2 ** 14. */
const STEP_BITS = 14;

/** Whether a step is over at a number, having been at a lower one before. */
export function endsStep(before: number, now: number): boolean {
  return (before ^ now) >>> STEP_BITS !== 0;
}

/** Runs all steps, one after another. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
