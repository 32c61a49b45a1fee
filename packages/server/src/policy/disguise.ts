/**
 * A forbidden name is asked for under one that nobody has: the answer, in its code, words and time, is that to an unknown name,
 * whoever gives it. The name keeps its form behind the mark, so that whatever a server does to names before it shows them, it
 * does to this one too; the mark can begin a URI scheme.
 */
export interface Disguise {
  /** The name under which to ask. */
  of(name: string): string;
  /** The answer as it would be to the name itself. */
  undo<T>(answer: T): T;
}

/** A disguise of its own, with a mark that nobody can guess. */
export function createDisguise(): Disguise {
  const mark = `x${crypto.randomUUID().replaceAll('-', '')}`;
  const undo = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(mark, '');
    if (Array.isArray(value)) return value.map(undo);
    if (typeof value !== 'object' || value === null) return value;
    // Objects of a class (a number too long for JavaScript, a date) have no names in them.
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [undo(name), undo(member)]));
  };
  return { of: (name) => mark + name, undo: <T>(answer: T) => undo(answer) as T };
}
