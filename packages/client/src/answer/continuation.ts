import type { Answer, Suggestion } from './answer.js';

/** Puts pages behind lists. It remembers the values of the last list, so that a page costs what it is long. */
export class Continuation {
  #items: readonly Suggestion[] | undefined;
  #values = new Set<string>();

  /** The list with its next page behind it, without what it has already. */
  join(before: Answer, page: Answer): Answer {
    if (this.#items !== before.items) this.#values = new Set(before.items.map(({ value }) => value));
    const more = page.items.filter(({ value }) => !this.#values.has(value));
    for (const { value } of more) this.#values.add(value);
    const items = before.items.concat(more);
    this.#items = items;
    return { ...page, items, total: page.total ?? before.total };
  }
}
