import type { Readable, Writable } from 'node:stream';
import type { UpstreamFlow } from '../interceptor/interceptor.js';

export interface BackPressureOptions {
  input: Readable;
  output: Writable;
  upstream: UpstreamFlow;
  /** After this the client of an upstream that takes nothing is read on, so that its leaving is seen. @default 5000 */
  stallMs?: number;
  /** Most that may wait for the client where the upstream cannot be made to wait. @default 64 MiB */
  maxUnreadBytes?: number;
  /** The client has left more than that unread. */
  onOverflow: () => void;
}

export interface BackPressure {
  /** Writes to the client. */
  write(text: string): void;
  /** Call it when what was read from the client has gone to the upstream. */
  passed(): void;
}

const defaultMaxUnreadBytes = 64 * 1024 * 1024;

/**
 * Between a client and an upstream of which one may be slow:
 *
 *     client does not read   ── client and upstream are not read
 *     upstream does not read ── client is not read, for `stallMs`
 *
 * so what waits in between stays small, as it would in a pipe.
 */
export function createBackPressure(options: BackPressureOptions): BackPressure {
  const { input, output, upstream, stallMs = 5_000, maxUnreadBytes = defaultMaxUnreadBytes } = options;
  let isClientBehind = false;
  let isUpstreamBehind = false;
  let isStalled = false;

  const readOrWait = (): void => {
    if (isClientBehind || (isUpstreamBehind && !isStalled)) input.pause();
    else input.resume();
  };

  const onDrain = (): void => {
    isClientBehind = false;
    upstream.resume?.();
    readOrWait();
  };

  const waitFor = async (ready: Promise<void>): Promise<void> => {
    isUpstreamBehind = true;
    readOrWait();
    const timer = setTimeout(() => {
      isStalled = true;
      readOrWait();
    }, stallMs);
    await ready;
    clearTimeout(timer);
    isUpstreamBehind = false;
    isStalled = false;
    readOrWait();
  };

  return {
    write(text) {
      if (output.write(text)) return;
      if (output.writableLength > maxUnreadBytes) options.onOverflow();
      if (isClientBehind) return;
      isClientBehind = true;
      upstream.pause?.();
      readOrWait();
      output.once('drain', onDrain);
    },
    passed() {
      if (isUpstreamBehind) return;
      const ready = upstream.whenReady?.();
      if (ready !== undefined) void waitFor(ready);
    },
  };
}
