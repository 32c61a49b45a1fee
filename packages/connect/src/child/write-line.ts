import type { Writable } from 'node:stream';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { ConnectError } from '../connect-error.js';
import { toJson } from '../exact-json.js';

/**
 * Writes one message. Resolves when the pipe has taken it, which a child that does not read keeps from happening.
 *
 * @throws ConnectError `exited` where the pipe is broken
 * @throws TypeError where the message cannot be JSON
 */
export async function writeLine(
  stdin: Writable,
  message: JsonRpcMessage,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const line = `${toJson(message)}\n`;
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    // A broken pipe comes here (EPIPE, ERR_STREAM_DESTROYED); it never throws.
    stdin.write(line, (error) => {
      signal?.removeEventListener('abort', onAbort);
      if (error === null || error === undefined) resolve();
      else
        reject(new ConnectError('exited', 'The child process no longer reads its input.', { cause: error }));
    });
  });
}

/** Undefined while the pipe takes what is written; else resolves when it has taken everything, or is closed. */
export function whenTaken(stdin: Writable): Promise<void> | undefined {
  if (!stdin.writableNeedDrain) return undefined;
  return new Promise((resolve) => {
    const settle = (): void => {
      stdin.off('drain', settle).off('close', settle);
      resolve();
    };
    stdin.on('drain', settle).on('close', settle);
  });
}
