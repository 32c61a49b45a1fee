import type { EndGrace, Wire } from '@mcp-typeahead/connect';

/** A server that runs as a child process and speaks on its standard streams. */
export interface ChildUpstreamOptions {
  command: string;
  args?: readonly string[];
  /** Added to the gateway's own environment. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Largest message, in bytes, that the server may send; a larger one ends it. @default 16 MiB */
  maxMessageBytes?: number;
  /** How long it may take to end before it is made to. */
  graceMs?: Partial<EndGrace>;
}

/** A server that speaks Streamable HTTP. */
export interface UrlUpstreamOptions {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Largest message, in bytes, that the server may send. @default 16 MiB */
  maxMessageBytes?: number;
}

/** The server behind the gateway: a command or a URL. */
export type UpstreamOptions = ChildUpstreamOptions | UrlUpstreamOptions;

/**
 * One client's own connection. It outlives the process or session behind it: when that ends, requests that
 * wait for an answer get `-32603`, a successor is started, and the client's `initialize` is repeated to it.
 */
export interface SessionWire extends Wire {
  /**
   * Tells that a successor runs, with its result of `initialize`; undefined where the client had not
   * initialized (or speaks the modern era). Returns an unsubscribe function.
   */
  onRestart(listener: (initializeResult: unknown) => void): () => void;
}

/** The server behind the gateway, as a maker of connections to it. */
export interface Upstream {
  readonly kind: 'child' | 'url';
  /** An id for a request of the gateway itself, which no other request to this upstream has. */
  readonly nextId: () => string;
  /** Legacy era, and stdio in any era: a child or a session that belongs to one client. */
  openSession(): SessionWire;
  /**
   * Modern era over HTTP: the wire of one exchange, a view of a connection that this principal's exchanges share.
   * Closing it cancels what it still waits for and leaves the connection. Every request is answered.
   * @param principalId @default 'local'
   */
  openExchange(principalId?: string): Wire;
  /** Counts the ends of the shared connection: what was learnt before one need not hold after it. */
  generation(principalId?: string): number;
  /**
   * Whether the server speaks the modern era. For a child it is asked once with `server/discover` and
   * remembered while the process lives; a URL answers for itself, with its own status, so it is always true.
   * @throws GatewayError `upstream-failed` where the child ends instead of answering
   */
  isModern(principalId?: string): Promise<boolean>;
  /** Ends every connection and every child. */
  close(): Promise<void>;
}
