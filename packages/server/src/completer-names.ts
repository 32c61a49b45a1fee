import { refKey } from '@mcp-typeahead/protocol';
import type { Completer } from './completer/completer.js';
import type { Declared } from './declared.js';
import type { Slot } from './slot.js';

/** Names for completers, as keys of what is remembered of them. */
export class CompleterNames {
  readonly #declared: WeakMap<Completer, string> = new WeakMap();
  readonly #numbered: WeakMap<Completer, string> = new WeakMap();
  #count = 0;

  constructor(declared: Declared) {
    for (const { ref, completers } of declared.entries) {
      for (const [argument, completer] of completers) {
        if (!this.#declared.has(completer)) this.#declared.set(completer, slotKey({ ref, argument }));
      }
    }
  }

  /**
   * For what it answers, which only itself may give again. Declared completers are named by what they are for, so that the name
   * outlives the process; others by number, since two of them in one place may be closures over different requests.
   */
  ofAnswers(completer: Completer): string {
    const name = this.#declared.get(completer) ?? this.#numbered.get(completer);
    if (name !== undefined) return name;
    const number = `#${(this.#count += 1)}`;
    this.#numbered.set(completer, number);
    return number;
  }

  /** Whether the name for its answers means the same completer in every process: a number does not. */
  isLasting(completer: Completer): boolean {
    return this.#declared.has(completer);
  }

  /**
   * For what it has disclosed. One name wherever a declared completer is used, and one for the place of any other: a server
   * that is made per request must not begin with a new budget each time.
   */
  ofBudget(completer: Completer, slot: Slot): string {
    return this.#declared.get(completer) ?? slotKey(slot);
  }
}

/** A slot as a key. */
export function slotKey({ ref, argument }: Slot): string {
  return JSON.stringify([refKey(ref), argument]);
}
