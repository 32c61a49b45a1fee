/**
 * Work in steps of a few milliseconds: whoever runs it may do something else after each, or leave off. Nothing in it waits, so that it
 * can be run at once as well.
 */
export type Steps<T> = Generator<void, T, void>;

/** Characters, or what takes about as long, to one step. */
export const STEP = 1 << 16;

/** Runs all steps, one after another. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
