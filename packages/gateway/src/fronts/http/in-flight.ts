/** Counts what has begun and not ended. */
export interface InFlight {
  /** Returns what ends it; to call that twice does nothing. */
  enter(): () => void;
  whenEmpty(): Promise<void>;
}

export function createInFlight(): InFlight {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    enter() {
      let isIn = true;
      count++;
      return () => {
        if (!isIn) return;
        isIn = false;
        count--;
        if (count > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    whenEmpty: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
