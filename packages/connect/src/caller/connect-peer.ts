import { ConnectError } from '../connect-error.js';
import type { Wire } from '../wire.js';
import { createCaller, type Caller, type CallerOptions } from './create-caller.js';
import type { Handshake, HandshakeOptions } from './handshake.js';

/** A server that has been spoken to. Closing the caller closes the wire. */
export interface Peer {
  wire: Wire;
  caller: Caller;
  handshake: Handshake;
}

/**
 * Opens a wire and shakes hands on it. Some legacy servers end when they get `server/discover`: such a one is
 * opened a second time and spoken to in its own era. On failure the wire has been closed.
 *
 * @throws ConnectError as `Caller.handshake` does
 */
export async function connectPeer(
  open: () => Wire,
  options: HandshakeOptions & CallerOptions = {},
): Promise<Peer> {
  try {
    return await attempt(open, options);
  } catch (error) {
    const mayRetry = (options.era ?? 'auto') === 'auto';
    if (!mayRetry || !(error instanceof ConnectError) || error.code !== 'exited') throw error;
  }
  return attempt(open, { ...options, era: 'legacy' });
}

async function attempt(open: () => Wire, options: HandshakeOptions & CallerOptions): Promise<Peer> {
  const wire = open();
  const caller = createCaller(wire, options);
  try {
    return { wire, caller, handshake: await caller.handshake(options) };
  } catch (error) {
    await caller.close();
    throw error;
  }
}
