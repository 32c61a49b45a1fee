interface Flight<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  /** A flight of another version is not joined. */
  readonly version: unknown;
  waiters: number;
  /** Started for the cache, not for a caller: runs to its end. */
  isPinned: boolean;
}

type Start<T> = (signal: AbortSignal) => Promise<T>;

interface JoinOptions<T> {
  version?: unknown;
  start: Start<T>;
  signal?: AbortSignal | undefined;
}

/**
 * One load per key, shared by everybody who asks meanwhile.
 *
 *     caller 1  ├──────abort┤                 rejects at once; the load goes on
 *     caller 2       ├──────────────┤         gets the answer
 *     load      ├───────────────────┤         aborted only when the last caller has left
 */
export class Flights<T> {
  readonly #flights: Map<string, Flight<T>> = new Map();

  get size(): number {
    return this.#flights.size;
  }

  /** Waits for the load of `key`, starting it if there is none. Rejects with the signal's reason when that aborts. */
  async join(key: string, { version, start, signal }: JoinOptions<T>): Promise<T> {
    signal?.throwIfAborted();
    return this.#wait(key, this.#find(key, version, start), signal);
  }

  /** Makes sure that a load of `key` is under way that no caller's leaving ends. */
  pin(key: string, { version, start }: JoinOptions<T>): void {
    this.#find(key, version, start).isPinned = true;
  }

  #find(key: string, version: unknown, start: Start<T>): Flight<T> {
    const found = this.#flights.get(key);
    if (found !== undefined && Object.is(found.version, version)) return found;
    const controller = new AbortController();
    const flight: Flight<T> = {
      promise: start(controller.signal),
      controller,
      version,
      waiters: 0,
      isPinned: false,
    };
    this.#flights.set(key, flight);
    const land = (): void => this.#forget(key, flight);
    flight.promise.then(land, land);
    return flight;
  }

  #wait(key: string, flight: Flight<T>, signal: AbortSignal | undefined): Promise<T> {
    flight.waiters += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        flight.waiters -= 1;
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        leave();
        if (flight.waiters === 0 && !flight.isPinned) {
          this.#forget(key, flight);
          flight.controller.abort(signal?.reason);
        }
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort);
      flight.promise.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
  }

  /** An old flight never removes the newer one that has taken its place. */
  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
