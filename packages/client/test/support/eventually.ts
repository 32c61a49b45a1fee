import { vi } from 'vitest';

/** Waits until a check passes. Generous: real processes and sockets take their time on a busy machine. */
export async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
