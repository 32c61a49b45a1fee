import type { CompletionRef, ExtensionRequest } from '@mcp-typeahead/protocol';
import { extensionKey } from '@mcp-typeahead/protocol';
import { AnswerCache } from '../answer/answer-cache.js';
import type { Answer } from '../answer/answer.js';
import { Narrower } from '../answer/narrow.js';
import { ClientError } from '../client-error.js';
import type { ConnectionOptions } from './connection-options.js';
import { contextKey } from './context-key.js';
import type { Exchange } from './exchange.js';
import { openExchange } from './exchange.js';
import type { CallableClient } from './mcp-client.js';
import { ReportQueue } from './report-queue.js';
import type { WireTap } from './tap-wire.js';
import { tapWire } from './tap-wire.js';
import { toClientError } from './to-client-error.js';

/** What is completed, and with what. */
export interface Subject {
  readonly ref: CompletionRef;
  readonly argument: string;
  /** The other arguments that are filled in. */
  readonly context: Readonly<Record<string, string>>;
}

export interface AskOptions {
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** `lists`: a list of the server changed. `connection`: the client has connected, or is no longer. */
export type Change = 'lists' | 'connection';

/** @param isOwn it was this package that connected anew: requests under way go on by themselves */
type ChangeListener = (change: Change, isOwn: boolean) => void;

/** Whether a request may be sent: `waiting` until the client has connected. */
export type Gate = 'open' | 'closed' | 'waiting';

/** How much a new measurement counts against those before. */
const weightOfNew = 0.3;

/** One MCP client as all fields share it: what it may be asked, what it has answered, and how long that takes. */
export class Connection {
  readonly client: CallableClient;
  readonly options: ConnectionOptions;
  readonly narrower: Narrower = new Narrower();
  readonly reports: ReportQueue = new ReportQueue();
  /** Mean time to an answer in milliseconds, the last ones counting most; undefined before the first. */
  latencyMs: number | undefined;
  readonly #cache: AnswerCache;
  readonly #listeners = new Set<ChangeListener>();
  readonly #pending = new Set<Exchange>();
  #tap: WireTap | undefined;
  #isReady: boolean;
  /** Counts what makes earlier answers void, those on their way included. */
  #generation = 0;
  #isDisposed = false;
  #blockedUntil = 0;
  /** The server has said -32601 on this connection. */
  #isRefused = false;
  #announced: string | undefined;
  #reconnecting: Promise<unknown> | undefined;
  #subscription: Promise<{ close(): Promise<void> } | undefined> | undefined;

  constructor(client: CallableClient, options: ConnectionOptions) {
    this.client = client;
    this.options = options;
    this.#cache = new AnswerCache(options, options.clock);
    this.#isReady = options.ready === undefined;
    const onReady = (): void => {
      this.#isReady = true;
      this.#adopt();
      this.#notify('connection');
    };
    void options.ready?.then(onReady, onReady);
    if (this.#isReady) this.#adopt();
  }

  gate(): Gate {
    if (this.#isDisposed) return 'closed';
    if (!this.#isReady) return 'waiting';
    if (this.client.transport !== this.#tap?.transport) {
      this.#adopt();
      this.#notify('connection');
    }
    const capabilities = this.client.getServerCapabilities?.();
    // A client that does not tell is asked; one that is not connected says so itself.
    if (this.client.getServerCapabilities !== undefined && capabilities === undefined) return 'open';
    // The capability exists since 2025-03-26: a server before that is asked once.
    const isDeclared = capabilities === undefined || (capabilities['completions'] ?? false) !== false;
    this.#announce(this.#isRefused ? 'refused' : isDeclared ? 'declared' : 'undeclared');
    return !this.#isRefused && (isDeclared || this.#version() === '2024-11-05') ? 'open' : 'closed';
  }

  /** How long the server does not want to be asked, in milliseconds. */
  blockedMs(): number {
    return Math.max(0, this.#blockedUntil - this.options.clock.now());
  }

  find(subject: Subject, text: string): Answer | undefined {
    return this.#cache.get(this.#key(subject, text));
  }

  keep(subject: Subject, answer: Answer): void {
    this.#cache.set(this.#key(subject, answer.text), answer);
  }

  /** Asks the server and keeps the answer. Rejects with a `ClientError`, or with the reason of the signal. */
  async ask(subject: Subject, text: string, options: AskOptions): Promise<Answer> {
    if (!this.#isReady) await this.options.ready?.catch(() => undefined);
    try {
      return await this.#attempt(subject, text, options);
    } catch (error) {
      const isGone = error instanceof ClientError && error.code === 'session-gone';
      if (!isGone || this.options.reconnect === undefined || options.signal?.aborted === true) throw error;
      await this.#reconnect(this.options.reconnect);
      options.signal?.throwIfAborted();
      return this.#attempt(subject, text, options);
    }
  }

  /** Forgets what the server has said so far. */
  invalidate(change: Change): void {
    this.#forget();
    if (change === 'connection') this.#isRefused = false;
    this.#notify(change);
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#leave();
    this.#forget();
    for (const listener of this.#listeners) listener('connection', false);
    this.#listeners.clear();
  }

  async #attempt(subject: Subject, text: string, options: AskOptions): Promise<Answer> {
    if (this.gate() === 'closed') throw new ClientError('unsupported', 'The server completes nothing');
    const retryAfterMs = this.blockedMs();
    if (retryAfterMs > 0)
      throw new ClientError('rate-limited', 'The server was asked too often', { retryAfterMs });
    const { clock, onEvent } = this.options;
    const of = { refType: subject.ref.type, argument: subject.argument, valueLength: text.length };
    const startedAt = clock.now();
    const generation = this.#generation;
    const reports = this.#hasExtension() ? this.reports.take() : [];
    onEvent({ link: 'request', outcome: 'sent', ...of, count: Object.keys(subject.context).length });
    const exchange = openExchange(this.#params(subject, text, options.cursor, reports), {
      client: this.client,
      tap: this.#tap,
      clock,
      timeoutMs: options.timeoutMs ?? this.options.timeoutMs,
      signal: options.signal,
      isContinued: options.cursor !== undefined,
      onLate: () => onEvent({ link: 'result', outcome: 'late', ...of }),
    });
    this.#pending.add(exchange);
    try {
      const answer = await exchange.answer;
      const durationMs = clock.now() - startedAt;
      this.latencyMs = (this.latencyMs ?? durationMs) * (1 - weightOfNew) + durationMs * weightOfNew;
      const count = answer.items.length;
      onEvent({
        link: 'result',
        outcome: count > 0 ? 'values' : 'empty',
        ...of,
        count,
        durationMs,
        faults: answer.faults,
      });
      if (options.cursor === undefined && generation === this.#generation) this.keep(subject, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ClientError)) {
        onEvent({ link: 'request', outcome: 'cancelled', ...of });
        throw error;
      }
      if (error.code === 'unsupported') this.#isRefused = true;
      if (error.retryAfterMs !== undefined) this.#blockedUntil = clock.now() + error.retryAfterMs;
      onEvent({
        link: 'result',
        outcome: 'failed',
        ...of,
        durationMs: clock.now() - startedAt,
        errorCode: error.code,
      });
      throw error;
    } finally {
      this.#pending.delete(exchange);
    }
  }

  #params(
    { ref, argument, context }: Subject,
    value: string,
    cursor: string | undefined,
    report: ExtensionRequest['report'] & object,
  ): { argument: { name: string; value: string } } {
    const extension: ExtensionRequest = {
      items: true,
      ...(cursor !== undefined && { cursor }),
      ...(report.length > 0 && { report }),
    };
    return {
      ref,
      argument: { name: argument, value },
      ...(Object.keys(context).length > 0 && { context: { arguments: { ...context } } }),
      ...(this.#hasExtension() && { _meta: { [extensionKey]: extension } }),
    } as { argument: { name: string; value: string } };
  }

  #hasExtension(): boolean {
    const { extensions, experimental } = (this.client.getServerCapabilities?.() ?? {}) as Record<
      string,
      object | undefined
    >;
    return extensionKey in { ...extensions, ...experimental };
  }

  #key({ ref, argument, context }: Subject, value: string): string {
    // Not the key of the protocol package: that knows templates by meaning, for which it has to take them apart.
    return JSON.stringify([this.client.getServerVersion?.(), ref, argument, value, contextKey(context)]);
  }

  #version(): unknown {
    const { protocolVersion } = this.options;
    return (
      protocolVersion ??
      this.client.getNegotiatedProtocolVersion?.() ??
      this.client.transport?.protocolVersion
    );
  }

  #announce(outcome: 'declared' | 'undeclared' | 'refused'): void {
    if (this.#announced === outcome) return;
    this.#announced = outcome;
    this.options.onEvent({ link: 'capability', outcome });
  }

  async #reconnect(reconnect: () => Promise<unknown>): Promise<void> {
    this.#reconnecting ??= reconnect().finally(() => {
      this.#reconnecting = undefined;
      this.#adopt();
      this.#notify('connection', true);
    });
    await this.#reconnecting.catch((error: unknown) => {
      throw toClientError(error);
    });
  }

  /** Takes the client's connection for a new one: nothing that was known of the old one holds. */
  #adopt(): void {
    this.#leave();
    this.#forget();
    this.#isRefused = false;
    this.#announced = undefined;
    const { transport } = this.client;
    if (transport === undefined) return;
    this.#tap = tapWire(transport, {
      onListChanged: () => this.invalidate('lists'),
      // With several on their way nobody knows whose answer it was.
      onUnreadable: () =>
        this.#pending.size === 1 && this.#pending.forEach((exchange) => exchange.giveUpReading()),
      onClosed: () => this.invalidate('connection'),
    });
    this.#subscription = this.options.listen ? this.#listen() : undefined;
  }

  /** In the modern era changes come only to those who listen. */
  async #listen(): Promise<{ close(): Promise<void> } | undefined> {
    const { client } = this;
    if (client.listen === undefined || client.getProtocolEra?.() !== 'modern') return undefined;
    if (client.autoOpenedSubscription !== undefined) return undefined;
    const { prompts, resources } = (client.getServerCapabilities?.() ?? {}) as Record<
      string,
      { listChanged?: boolean }
    >;
    const promptsListChanged = prompts?.listChanged === true;
    const resourcesListChanged = resources?.listChanged === true;
    if (!promptsListChanged && !resourcesListChanged) return undefined;
    return client
      .listen({
        ...(promptsListChanged && { promptsListChanged }),
        ...(resourcesListChanged && { resourcesListChanged }),
      })
      .catch(() => undefined);
  }

  #forget(): void {
    this.#cache.clear();
    this.#generation += 1;
  }

  #leave(): void {
    this.#tap?.end();
    this.#tap = undefined;
    void this.#subscription?.then((subscription) => subscription?.close().catch(() => undefined));
    this.#subscription = undefined;
  }

  /** Not at once: this is noticed in the middle of what its listeners do. */
  #notify(change: Change, isOwn = false): void {
    queueMicrotask(() => this.#listeners.forEach((listener) => listener(change, isOwn)));
  }
}
