/** A set of listeners. One that throws neither stops the others nor the stream that feeds them. */
export interface Listeners<A extends unknown[]> {
  readonly add: (listener: (...args: A) => void) => () => void;
  readonly emit: (...args: A) => void;
}

/** An empty set of listeners. */
export function createListeners<A extends unknown[]>(): Listeners<A> {
  // Wrapped, so that one function added twice is two listeners and each removal takes its own.
  const entries = new Set<{ listener: (...args: A) => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    emit(...args) {
      for (const { listener } of entries) {
        try {
          listener(...args);
        } catch (error) {
          // A bug of the listener: it surfaces as an uncaught exception, away from the stream's own code.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
