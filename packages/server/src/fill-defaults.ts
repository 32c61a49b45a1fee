/** The defaults where nothing is given; `undefined` is nothing given. Changes neither. */
export function fillDefaults<T extends object>(
  defaults: T,
  given: { readonly [K in keyof T]?: T[K] | undefined } = {},
): T {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(present) as Partial<T>) };
}
