import { isRequest, isResponse, type JsonRpcMessage, type RequestId } from '@mcp-typeahead/protocol';
import { cancelledBy } from '../upstream/cancelled-notification.js';

/** Which of a client's requests still wait for their response. */
export interface ClientRequests {
  fromClient(message: JsonRpcMessage): void;
  fromServer(message: JsonRpcMessage): void;
  /** Resolves when none waits, or after `limitMs`. */
  answered(limitMs: number): Promise<void>;
}

export function createClientRequests(): ClientRequests {
  const open = new Set<RequestId>();
  let onAnswered: (() => void) | undefined;

  const settle = (id: RequestId): void => {
    open.delete(id);
    if (open.size === 0) onAnswered?.();
  };

  return {
    fromClient(message) {
      if (isResponse(message)) return;
      if (isRequest(message)) {
        // A subscription is answered when it ends, which is when the client goes.
        if (message.method !== 'subscriptions/listen') open.add(message.id);
        return;
      }
      const id = cancelledBy(message);
      if (id !== undefined) settle(id);
    },
    fromServer(message) {
      if (isResponse(message) && message.id !== null) settle(message.id);
    },
    async answered(limitMs) {
      if (open.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        onAnswered = (): void => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
