import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import type { WireClosed } from './connect-error.js';

/** How one message is sent. */
export interface SendOptions {
  /**
   * Stops waiting; the promise rejects with the signal's reason. HTTP: also closes the exchange. Without effect
   * once the promise has resolved.
   */
  signal?: AbortSignal;
  /**
   * Further HTTP headers of this one message; those that the wire was opened with win. A GET stream and the end of
   * a session carry those of the session's last message. Ignored by a child process.
   */
  headers?: Record<string, string>;
}

/** Where a message came from, beyond its text. */
export interface MessageContext {
  /** HTTP: the request whose exchange brought the message. Absent on stdio and on a GET stream. */
  inReplyTo?: RequestId;
}

/** Something that came from the peer and is not a JSON-RPC message. Never ends the connection. */
export interface Noise {
  kind: 'stdout-line' | 'stderr-line' | 'http';
  /** Bounded: the first 100 characters of a stdout line or an HTTP body, the first 8 KiB of a stderr line. */
  text: string;
}

/** Gets every JSON-RPC message of the peer, in the order in which it came. */
export type MessageListener = (message: JsonRpcMessage, context: MessageContext) => void;
/** Gets what the peer wrote and is no JSON-RPC message. */
export type NoiseListener = (noise: Noise) => void;

/**
 * One raw duplex to an MCP peer. Messages are not interpreted, beyond what the transport itself asks for.
 * Nothing is delivered in the turn that opened the wire: listeners added at once miss nothing.
 */
export interface Wire {
  /**
   * True where every request has an exchange of its own, as in HTTP: closing it is how a modern request is
   * cancelled. Else `notifications/cancelled` cancels.
   * @default false
   */
  readonly hasExchanges?: boolean;
  /**
   * Resolves when the message has been handed over: written to the child's stdin, or accepted by the HTTP
   * server's status, which may come with the response only: do not wait for it before the next message.
   * Waiting before one reads on from one's own source is what respects back-pressure. A request's response arrives by
   * `onMessage`, in HTTP also when it is an error that had to be made up from a status.
   * @throws ConnectError where the connection is closed or breaks meanwhile; never at any other time.
   */
  send(message: JsonRpcMessage, options?: SendOptions): Promise<void>;
  /**
   * HTTP: closes the exchange that this request opened, which cancels it in the modern era. Nothing is
   * delivered for the id afterwards. Does nothing on stdio, where `notifications/cancelled` cancels.
   */
  abandon(id: RequestId): void;
  /** Ends the connection and resolves when nothing of it is left (a child has ended). Safe to repeat. */
  close(): Promise<void>;
  /** Resolves, never rejects, when no further message can come. Says why; the first cause wins. */
  readonly closed: Promise<WireClosed>;
  /**
   * Undefined while the peer takes what it is sent. Else resolves when it has caught up, or has ended: who waits for
   * that before sending more holds little in memory. Absent where that cannot be known, as in HTTP.
   */
  whenReady?: () => Promise<void> | undefined;
  /**
   * Reads no more from the peer until `resume`, so that a peer that writes faster than somebody reads has to wait.
   * What has been read already still comes. Absent where that cannot be, as in HTTP.
   */
  pause?: () => void;
  resume?: () => void;
  /** Returns the function that removes the listener. */
  onMessage(listener: MessageListener): () => void;
  /** Returns the function that removes the listener. */
  onNoise(listener: NoiseListener): () => void;
}
