import type { Disclosure, DisclosureBudget } from '@mcp-typeahead/server';
import { evaluate } from './evaluate.js';
import type { RedisConnection } from './redis-connection.js';
import { digest } from './redis-key.js';

/** The window begins with the first value that is shown, and with it the set's life. */
const admit = `
local maxValues, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local shown = redis.call('SCARD', KEYS[1])
local isNew = shown == 0
local admitted = {}
for at = 3, #ARGV do
  local isKnown = redis.call('SISMEMBER', KEYS[1], ARGV[at]) == 1
  if not isKnown and shown < maxValues then
    redis.call('SADD', KEYS[1], ARGV[at])
    shown = shown + 1
    isKnown = true
  end
  admitted[at - 2] = isKnown and 1 or 0
end
if isNew and shown > 0 then redis.call('PEXPIRE', KEYS[1], math.ceil(windowMs)) end
return admitted
`;

/** Which values a principal has been shown, by whichever replica. Of the values only digests are kept. */
export class RedisDisclosure implements Disclosure {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async admit(
    key: string,
    values: readonly string[],
    { maxValues, windowMs }: DisclosureBudget,
  ): Promise<readonly string[]> {
    if (values.length === 0) return [];
    const digests = values.map((value) => digest(key, value));
    const admitted = (await this.#connection.run((redis) =>
      evaluate(redis, admit, [`${this.#prefix}shown:${digest(key)}`], [maxValues, windowMs, ...digests]),
    )) as number[];
    return values.filter((_, index) => Number(admitted[index]) === 1);
  }
}
