import type { Principal } from '../principal.js';

/**
 * What may share a private cache entry: the same principal with the same claims. Two tokens of one user with different
 * rights are two scopes.
 */
export function accessScope(principal: Principal | undefined): string {
  if (principal === undefined) return '';
  const { id, claims } = principal;
  return claims === undefined ? JSON.stringify([id]) : JSON.stringify([id, claims], sortMembers);
}

/** The order in which claims were written must not matter. */
function sortMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
