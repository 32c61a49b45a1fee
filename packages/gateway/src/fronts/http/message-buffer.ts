import type { JsonRpcMessage } from '@mcp-typeahead/protocol';

export interface MessageBufferOptions {
  /** @default 100 */
  maxMessages?: number;
  /** Takes what had to make room. */
  onDropped: (message: JsonRpcMessage) => void;
}

/** Messages for a client that has no stream open, oldest first. */
export interface MessageBuffer {
  push(message: JsonRpcMessage): void;
  /** Hands messages out until `send` refuses one. */
  flush(send: (message: JsonRpcMessage) => boolean): void;
}

export function createMessageBuffer(options: MessageBufferOptions): MessageBuffer {
  const { maxMessages = 100, onDropped } = options;
  const messages: JsonRpcMessage[] = [];
  return {
    push(message) {
      messages.push(message);
      if (messages.length > maxMessages) onDropped(messages.shift()!);
    },
    flush(send) {
      while (messages.length > 0 && send(messages[0]!)) messages.shift();
    },
  };
}
