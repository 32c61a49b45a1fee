import type { Limits } from '@mcp-typeahead/protocol';
import type { Rate, Rates } from '@mcp-typeahead/server';
import type { DocumentReader, Item } from './document-reader.js';
import type { LimitsConfig } from './gateway-config.js';

/** Nothing said: the defaults of `@mcp-typeahead/server` and of `@mcp-typeahead/protocol` hold. */
export const noLimits: LimitsConfig = { rates: {}, sizes: {} };

const rateKeys = ['perPrincipal', 'global', 'perArgument'] as const satisfies readonly (keyof Rates)[];

const sizeKeys = [
  'maxValueLength',
  'maxNameLength',
  'maxUriLength',
  'maxContextArguments',
  'maxContextValueLength',
] as const satisfies readonly (keyof Limits)[];

export function readLimits(reader: DocumentReader, item: Item): LimitsConfig {
  const known = [...rateKeys, ...sizeKeys];
  const fields = reader.fields(item, `a mapping of: ${known.join(', ')}`, known);
  const rates: Rates = {};
  const sizes: Partial<Limits> = {};
  for (const key of rateKeys) {
    const entry = fields?.get(key);
    const rate = entry && readRate(reader, entry);
    if (rate !== undefined) rates[key] = rate;
  }
  for (const key of sizeKeys) {
    const entry = fields?.get(key);
    const size = entry && reader.count(entry, 1);
    if (size !== undefined) sizes[key] = size;
  }
  return { rates, sizes };
}

function readRate(reader: DocumentReader, item: Item): Rate | false | undefined {
  const expected = 'a mapping of "perSecond" and "burst", or false';
  if (!reader.isMapping(item)) {
    if (reader.boolean(item, expected) === true) {
      reader.problem('bad-value', item.offset, `expected ${expected}`);
    }
    return false;
  }
  const fields = reader.fields(item, expected, ['perSecond', 'burst']);
  const perSecondItem = fields?.get('perSecond');
  const burstItem = fields?.get('burst');
  if (perSecondItem === undefined) {
    reader.problem('missing-key', item.offset, `expected "perSecond", with or without "burst"`);
    return undefined;
  }
  const perSecond = reader.number(perSecondItem, 'a number over 0');
  if (perSecond !== undefined && perSecond <= 0) {
    reader.problem('bad-value', perSecondItem.offset, 'expected a number over 0');
    return undefined;
  }
  const burst = burstItem && reader.count(burstItem, 1);
  if (perSecond === undefined) return undefined;
  // Twice the rate at once, as with the default: what a person does comes in bursts.
  return {
    perSecond,
    burst: burst ?? Math.min(Math.max(1, Math.ceil(perSecond * 2)), Number.MAX_SAFE_INTEGER),
  };
}
