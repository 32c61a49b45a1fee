import type { Wire, WireClosed } from '@mcp-typeahead/connect';
import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import type { Principal } from '@mcp-typeahead/server';
import type { Engine } from '../engine/engine.js';
import type { NameReview } from '../engine/name-review.js';
import type { Peer } from '../engine/peer.js';
import type { Log } from '../log.js';
import type { SessionWire } from '../upstream/upstream.js';
import type { AuditTrail } from './audit-trail.js';
import type { LastingAsk } from './lasting-ask.js';

/** What a front knows about a message beyond the message. */
export interface ClientContext {
  principal?: Principal;
  /** Network of the client: whose limits count where there is no principal. */
  address?: string;
  /** HTTP headers to repeat to a URL upstream. */
  headers?: Record<string, string>;
}

/** How an upstream and a client keep step: neither is read faster than the other reads. */
export type UpstreamFlow = Pick<Wire, 'whenReady' | 'pause' | 'resume'>;

/** One client's conversation with one upstream. */
export interface Interceptor {
  fromClient(message: JsonRpcMessage, context?: ClientContext): void;
  /**
   * The client no longer waits for this request: its own completion is aborted, one that the upstream works
   * on is cancelled there. No answer follows.
   */
  abandon(id: RequestId): void;
  /** Of the upstream: for a front that can make its client wait. */
  readonly flow: UpstreamFlow;
  /** Ends the conversation and its wire. */
  close(): Promise<void>;
  /** Settles when the wire has ended for good; never rejects. */
  readonly closed: Promise<WireClosed>;
}

export interface InterceptorOptions {
  wire: Wire | SessionWire;
  engine: Engine;
  /** Makes ids of the gateway's own requests. */
  nextId: () => string;
  log: Log;
  /** Takes what the client shall get. `inReplyTo` names the client's request that a URL upstream answered with it. */
  toClient: (message: JsonRpcMessage, context: { inReplyTo?: RequestId }) => void;
  /** In a conversation that lasts: lists that it still wants are read after a completion. */
  review?: NameReview;
  /** Where it is written down what clients ask for. */
  audit?: AuditTrail | undefined;
  /**
   * What is known of the upstream as this client sees it. In the modern era, one principal's exchanges share it.
   * @default one of the conversation's own
   */
  peerFor?: (context: ClientContext) => Peer;
  /** Asks the upstream for configured values, also when this conversation has ended. @default on its own wire */
  lastingAsk?: LastingAsk;
}
