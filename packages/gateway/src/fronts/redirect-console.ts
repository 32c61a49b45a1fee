import { Console } from 'node:console';
import type { Writable } from 'node:stream';

/**
 * Sends what code in this process prints with `console` to another stream: on a stdio gateway's stdout it would
 * break the client's session. Returns the function that undoes it.
 */
export function redirectConsole(stream: Writable): () => void {
  const target = globalThis.console as unknown as Record<string, unknown>;
  const replacement = new Console({ stdout: stream, stderr: stream }) as unknown as Record<string, unknown>;
  const names = Object.keys(target).filter((name) => typeof replacement[name] === 'function');
  const originals = names.map((name) => [name, target[name]] as const);
  for (const name of names) target[name] = replacement[name];
  return () => {
    for (const [name, original] of originals) target[name] = original;
  };
}
