import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisConnection } from './redis-connection.js';
import { openRedis } from './redis-connection.js';
import type { ResolvedRedisStoreOptions } from './redis-store-options.js';

/** What has changed: an event of the SDK's `ServerEventBus`, or any other with a `kind`. */
export interface SharedEvent {
  kind: string;
  [member: string]: unknown;
}

/** Events that were published while there was no connection are lost: then everything may have changed. */
const lost: readonly SharedEvent[] = [
  { kind: 'tools_list_changed' },
  { kind: 'prompts_list_changed' },
  { kind: 'resources_list_changed' },
];

type Listener = (event: SharedEvent) => void;

/**
 * Tells all replicas what has changed. Fits where the SDK takes a `ServerEventBus` (`createMcpHandler({ bus })`). Listeners here are told at once,
 * those of other processes through Redis; after a gap in the connection listeners hear that all lists may have changed.
 */
export class RedisEventBus {
  readonly #connection: RedisConnection;
  readonly #options: ResolvedRedisStoreOptions;
  readonly #channel: string;
  /** Redis sends to the publisher as well. */
  readonly #self: string = randomUUID();
  readonly #listeners: Set<Listener> = new Set();
  #redis: Redis | undefined;
  /** Settles when subscribed. */
  #subscriber: Promise<void> | undefined;

  constructor(connection: RedisConnection, options: ResolvedRedisStoreOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#channel = `${options.prefix}events`;
  }

  publish(event: SharedEvent): void {
    this.#tell(event);
    const message = JSON.stringify({ from: this.#self, event });
    // A store that fails has told its own health; the others hear of the gap when they are connected again.
    this.#connection.run((redis) => redis.publish(this.#channel, message)).catch(() => undefined);
  }

  /** The first listener opens the connection. The function returned ends the subscription. */
  subscribe(listener: Listener): () => void {
    const own: Listener = (event) => listener(event);
    this.#listeners.add(own);
    this.#subscriber ??= this.#open();
    this.#subscriber.catch(() => undefined);
    return () => this.#listeners.delete(own);
  }

  /** Resolves when events of other processes arrive. */
  async ready(): Promise<void> {
    await (this.#subscriber ??= this.#open());
  }

  async close(): Promise<void> {
    const subscriber = this.#subscriber;
    this.#subscriber = undefined;
    this.#listeners.clear();
    this.#redis?.disconnect();
    await subscriber?.catch(() => undefined);
  }

  async #open(): Promise<void> {
    const redis = await openRedis(this.#options, { waitsForConnection: true });
    this.#redis = redis;
    let isGap = false;
    redis.on('close', () => (isGap = true));
    redis.on('ready', () => {
      if (!isGap) return;
      isGap = false;
      // Only when the server has subscribed us again can nothing be missed after what we tell.
      redis.subscribe(this.#channel).then(
        () => lost.forEach((event) => this.#tell(event)),
        () => undefined,
      );
    });
    redis.on('message', (_channel: string, message: string) => this.#receive(message));
    await redis.subscribe(this.#channel);
  }

  #receive(message: string): void {
    let parsed: { from?: unknown; event?: SharedEvent };
    try {
      parsed = JSON.parse(message) as typeof parsed;
    } catch {
      return;
    }
    const { from, event } = parsed;
    if (from !== this.#self && typeof event?.kind === 'string') this.#tell(event);
  }

  /** One listener's fault keeps the others from nothing. */
  #tell(event: SharedEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // It has its own ways to tell.
      }
    }
  }
}
