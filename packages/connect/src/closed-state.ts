import type { WireClosed } from './connect-error.js';

/** The end of one wire: told once, the first cause wins. */
export interface ClosedState {
  readonly promise: Promise<WireClosed>;
  /** Undefined while the wire is open. */
  readonly current: WireClosed | undefined;
  readonly settle: (closed: WireClosed) => void;
}

export function createClosedState(): ClosedState {
  let current: WireClosed | undefined;
  let resolve: (closed: WireClosed) => void;
  const promise = new Promise<WireClosed>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return {
    promise,
    get current() {
      return current;
    },
    settle(closed) {
      current ??= closed;
      resolve(current);
    },
  };
}
