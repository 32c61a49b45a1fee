import type { Disclosure } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';

export interface DisclosureContract {
  /** Name of the implementation, for the titles. */
  name: string;
  /** A new one that remembers nothing. */
  create: () => Disclosure | Promise<Disclosure>;
}

const budget = { maxValues: 3, windowMs: 600_000 };

/** What every `Disclosure` must do. Run it in the test of each implementation. */
export function testDisclosure({ name, create }: DisclosureContract): void {
  describe(`${name} is a Disclosure`, () => {
    it('admits values in their order, until the budget is used up', async () => {
      const disclosure = await create();
      expect(await disclosure.admit('ada', ['d', 'a', 'c', 'b'], budget)).toEqual(['d', 'a', 'c']);
      expect(await disclosure.admit('ada', ['b', 'e'], budget)).toEqual([]);
    });

    it('admits again what was shown before', async () => {
      const disclosure = await create();
      await disclosure.admit('ada', ['a', 'b', 'c'], budget);
      expect(await disclosure.admit('ada', ['x', 'c', 'a'], budget)).toEqual(['c', 'a']);
    });

    it('keeps keys apart, whatever characters are in them', async () => {
      const disclosure = await create();
      await disclosure.admit('ada', ['a', 'b', 'c'], budget);
      for (const key of ['', 'Ada', 'ada ', '__proto__', '["ada"]']) {
        expect(await disclosure.admit(key, ['x'], budget)).toEqual(['x']);
      }
    });

    it('takes nothing from the budget for what was not asked, or not admitted', async () => {
      const disclosure = await create();
      expect(await disclosure.admit('ada', [], budget)).toEqual([]);
      expect(await disclosure.admit('ada', ['a'], { ...budget, maxValues: 0 })).toEqual([]);
      expect(await disclosure.admit('ada', ['a', 'b', 'c'], budget)).toEqual(['a', 'b', 'c']);
    });
  });
}
