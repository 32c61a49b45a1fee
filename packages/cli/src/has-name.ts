/** Errors of other packages are known by name: there may be two copies of a package, and then `instanceof` fails. */
export function hasName<E extends Error>(error: unknown, name: E['name']): error is E {
  return error instanceof Error && error.name === name;
}
