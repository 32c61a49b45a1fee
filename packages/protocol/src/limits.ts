/** Bounds on what a request may carry, in UTF-16 units or entries. */
export interface Limits {
  /** Longest typed text. @default 1024 */
  maxValueLength: number;
  /** Longest prompt or argument name. @default 256 */
  maxNameLength: number;
  /** Longest `ref.uri`. @default 8192 */
  maxUriLength: number;
  /** Most context arguments. @default 64 */
  maxContextArguments: number;
  /** A longer context value is treated as absent: a pasted file must not kill its siblings. @default 4096 */
  maxContextValueLength: number;
}

/** The limits where nothing else is said. */
export const defaultLimits: Readonly<Limits> = {
  maxValueLength: 1_024,
  maxNameLength: 256,
  maxUriLength: 8_192,
  maxContextArguments: 64,
  maxContextValueLength: 4_096,
};

/**
 * The limits to use: the defaults where nothing else is said.
 *
 * @throws RangeError for anything but an integer from 0 on, or Infinity
 */
export function resolveLimits(limits: Partial<Limits> = {}): Limits {
  const resolved = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits) as (keyof Limits)[]) {
    const limit = limits[name] ?? defaultLimits[name];
    if (!(limit === Infinity || (Number.isInteger(limit) && limit >= 0))) {
      throw new RangeError(`limits.${name} must be an integer from 0 on, or Infinity`);
    }
    resolved[name] = limit;
  }
  return resolved;
}
