import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Principal } from '../principal.js';

/** What somebody wants to complete, get, read or see in a list. */
export interface Access {
  /** A prompt; or a template, or a URI that may be made from one. */
  ref: CompletionRef;
  /** Of a completion; undefined where the whole prompt or resource is asked for. */
  argument: string | undefined;
  principal: Principal | undefined;
}

/** Each that is given must hold. Nobody, who has no rights, fulfils none. */
export interface AccessConditions {
  /** All of these, among the principal's `scopes`. */
  scopes?: readonly string[];
  /** One of these, among the principal's `groups`. */
  groups?: readonly string[];
  /** One of these: the id of the principal, or its `sub`. */
  users?: readonly string[];
}

/** Who may, in words. `known`: everybody who is not nobody. */
export type FixedRule = 'allow' | 'deny' | 'known' | AccessConditions;

/**
 * Who may. A function must answer `true`, or promise it; it is also asked of what there is not, so that time does not tell what
 * there is.
 */
export type AccessRule = FixedRule | ((access: Access) => boolean | Promise<boolean>);

/** Whether a rule's answer is a clear yes. In JavaScript it may be anything. */
export function isYes(answer: unknown): boolean {
  return answer === true;
}

/** Whether a rule lets somebody in. */
export async function isAllowedBy(rule: AccessRule, access: Access): Promise<boolean> {
  if (typeof rule === 'function') return isYes(await rule(access));
  return isAllowedByFixed(rule, access.principal);
}

/** `isAllowedBy` for a rule that is no function, which needs to know no more than who asks. */
export function isAllowedByFixed(rule: FixedRule, principal: Principal | undefined): boolean {
  if (rule === 'allow') return true;
  if (rule === 'deny' || principal === undefined) return false;
  return rule === 'known' || fulfils(principal, rule);
}

/** Whether a principal has what the conditions ask for. Nobody has nothing. */
export function fulfils(
  principal: Principal | undefined,
  { scopes, groups, users }: AccessConditions,
): boolean {
  if (principal === undefined) return false;
  const held = namesIn(principal, 'scopes');
  const member = namesIn(principal, 'groups');
  const names = [principal.id, principal.claims?.['sub']];
  return (
    (scopes === undefined || scopes.every((scope) => held.includes(scope))) &&
    (groups === undefined || groups.some((group) => member.includes(group))) &&
    (users === undefined || users.some((user) => names.includes(user)))
  );
}

function namesIn({ claims }: Principal, claim: string): readonly unknown[] {
  const names = claims !== undefined && Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return Array.isArray(names) ? names : [];
}
