import type { Principal } from '../principal.js';

/**
 * Whose limits and budgets a request counts against: the principal's; where nobody is known, those of the address; and those of
 * all the nameless where there is no address either. No principal can be named so that it shares those of an address.
 */
export function subjectOf(principal: Principal | undefined, address?: string): string {
  if (principal !== undefined) return `principal ${principal.id}`;
  return address === undefined ? 'anonymous' : `address ${address}`;
}
