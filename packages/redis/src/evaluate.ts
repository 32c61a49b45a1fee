import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Runs a script by its digest; a server that does not know it, as after a restart, is sent the text. */
export async function evaluate(
  redis: Redis,
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  const sha = createHash('sha1').update(script).digest('hex');
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(script, keys.length, ...keys, ...values);
  }
}
