import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { vi } from 'vitest';
import type { MessageContext, Noise, Wire } from '../../src/index.js';

export interface Recording {
  messages: JsonRpcMessage[];
  contexts: MessageContext[];
  noise: Noise[];
  /** Waits for the first message that fits. */
  first: (fits: (message: JsonRpcMessage) => boolean) => Promise<JsonRpcMessage>;
}

/** Keeps what a wire brings. */
export function record(wire: Wire): Recording {
  const messages: JsonRpcMessage[] = [];
  const contexts: MessageContext[] = [];
  const noise: Noise[] = [];
  wire.onMessage((message, context) => {
    messages.push(message);
    contexts.push(context);
  });
  wire.onNoise((one) => noise.push(one));
  return {
    messages,
    contexts,
    noise,
    first: (fits) =>
      vi.waitFor(
        () => {
          const found = messages.find(fits);
          if (found === undefined) throw new Error(`Not among ${messages.length} messages`);
          return found;
        },
        { timeout: 10_000, interval: 5 },
      ),
  };
}

export const withId =
  (id: string | number) =>
  (message: JsonRpcMessage): boolean =>
    'id' in message && message.id === id;
