import type { Principal } from '../principal.js';

/**
 * Names what may share a private cache entry: the same principal with the same claims. Two tokens of one user with different
 * rights are two scopes.
 */
export class AccessScopes {
  /** Objects that cannot be compared by value are equal to themselves only: that can cost a load, never leak one. */
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  #count = 0;

  /** The same text for the same rights, in whatever order the claims were written. Different texts for different ones. */
  of(principal: Principal | undefined): string {
    if (principal === undefined) return '';
    const { id, claims } = principal;
    return `${JSON.stringify(id)} ${this.#write(claims, new Set())}`;
  }

  #write(value: unknown, around: ReadonlySet<object>): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return this.#number(value);
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
    if (around.has(value)) return this.#number(value);
    const within = new Set([...around, value]);
    const write = (member: unknown): string => this.#write(member, within);
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    if (value instanceof Set) return `Set[${[...value].map(write).sort().join()}]`;
    if (value instanceof Map) return `Map[${[...value].map(write).sort().join()}]`;
    if (value instanceof Date) return `Date ${value.getTime()}`;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return this.#number(value);
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
    return `{${members.sort().join()}}`;
  }

  #number(value: object): string {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#count += 1;
      this.#numbers.set(value, number);
    }
    return `#${number}`;
  }
}
