import type { Principal } from '../principal.js';

/**
 * What may share a private cache entry: the same principal with the same claims. Two tokens of one user with different
 * rights are two scopes.
 */
export function accessScope(principal: Principal | undefined): string {
  return principal === undefined ? '' : JSON.stringify([principal.id, principal.claims ?? null], sortMembers);
}

/** The order in which claims were written must not matter. */
function sortMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
