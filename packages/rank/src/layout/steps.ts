/**
 * Work in steps of a few milliseconds: whoever runs it may do something else after each, or leave off. Nothing in it waits, so
 * that it can be run at once as well.
 */
export type Steps<T> = Generator<void, T, void>;

/** What is done in one step: so many characters, or so many numbers. */
export const STEP: number = 1 << 14;

/** Does something for 0 to `count` - 1, in steps. It says how much that was. */
export function* inSteps(count: number, work: (i: number) => number): Steps<void> {
  for (let i = 0; i < count;) {
    i = doStep(i, count, work);
    yield;
  }
}

/** Apart, because loops in generators are not compiled well. */
function doStep(from: number, count: number, work: (i: number) => number): number {
  let i = from;
  for (let done = 0; i < count && done < STEP; i++) done += work(i);
  return i;
}

/** Runs all steps, one after another. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
