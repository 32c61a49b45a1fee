export interface Loaded<T> {
  value: T;
  ttlMs: number;
}

/** A value that several wait for: loaded by one at a time, kept until it expires. */
export interface SharedValue<T> {
  /** Undefined where none is kept or it has expired. */
  readonly current: T | undefined;
  /**
   * The kept value if it is no older than `maxAgeMs`; else that of a load under way; else that of `load`.
   * Where the load of another fails, this caller's own is tried: whoever goes away takes nobody along.
   */
  get(load: () => Promise<Loaded<T>>, maxAgeMs?: number): Promise<T>;
  put(loaded: Loaded<T>): void;
  /** Drops the value. A load under way still serves those who wait for it, and nobody after. */
  drop(): void;
}

export function createSharedValue<T>(now: () => number = Date.now): SharedValue<T> {
  let kept: { value: T; at: number; expiresAt: number } | undefined;
  let loading: Promise<T> | undefined;

  const keep = ({ value, ttlMs }: Loaded<T>): T => {
    kept = { value, at: now(), expiresAt: now() + ttlMs };
    return value;
  };

  const start = (load: () => Promise<Loaded<T>>): Promise<T> => {
    const run: Promise<T> = load().then(
      (loaded) => {
        if (loading !== run) return loaded.value;
        loading = undefined;
        return keep(loaded);
      },
      (error: unknown) => {
        if (loading === run) loading = undefined;
        throw error;
      },
    );
    loading = run;
    return run;
  };

  return {
    get current() {
      return kept !== undefined && now() < kept.expiresAt ? kept.value : undefined;
    },
    async get(load, maxAgeMs = Number.POSITIVE_INFINITY) {
      if (kept !== undefined && now() < kept.expiresAt && now() - kept.at <= maxAgeMs) return kept.value;
      const others = loading;
      if (others === undefined) return start(load);
      try {
        return await others;
      } catch {
        return loading ?? start(load);
      }
    },
    put(loaded) {
      loading = undefined;
      keep(loaded);
    },
    drop() {
      kept = undefined;
      loading = undefined;
    },
  };
}
