import type { SendOptions, Wire, WireClosed } from '@mcp-typeahead/connect';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';

/** A message that waits to go out. */
export interface Outgoing {
  message: JsonRpcMessage;
  options: SendOptions;
}

/** The successor has not answered `initialize` yet; what the client sends is kept for it. */
export interface Replaying {
  is: 'replaying';
  wire: Wire;
  initializeId: string;
  queue: Outgoing[];
}

/** Nothing runs. */
export interface Waiting {
  is: 'waiting';
  notBefore: number;
  /** The next start waits for a request of the client. */
  isIdle: boolean;
}

export type Phase = { is: 'ready'; wire: Wire } | Replaying | Waiting | { is: 'closed'; reason: WireClosed };
