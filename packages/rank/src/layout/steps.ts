/**
 * Work in steps of a few milliseconds: whoever runs it may do something else after each, or leave off. Nothing in it waits, so
 * that it can be run at once as well.
 */
export type Steps<T> = Generator<void, T, void>;

/** Texts to a step, where much is done with each of their characters. */
export const TEXTS_A_STEP = 256;

/** Numbers to a step, where little is done with each. */
export const NUMBERS_A_STEP: number = 1 << 16;

/** Runs all steps, one after another. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
