import type { Inbox } from './inbox.js';
import {
  clientCapabilities,
  clientInfo,
  modernMeta,
  protocolVersions,
  type Era,
  type Message,
} from './json-rpc.js';

/** What carries messages: a child's pipes or HTTP. */
export interface Carrier {
  readonly inbox: Inbox;
  send(message: Message): void;
  /** Gives a request up the way its transport does: `notifications/cancelled` on stdio and in legacy HTTP, a closed stream in modern HTTP. */
  cancel(id: number | string): void;
  close(): Promise<void>;
}

export type RequestHandler = (params: any) => object;

/** A client without an SDK: it sends exactly what a test says, in one era. */
export class Driver {
  readonly era: Era;
  readonly inbox: Inbox;
  readonly #carrier: Carrier;
  readonly #answers: Readonly<Record<string, RequestHandler>>;
  #nextId = 1;

  constructor(carrier: Carrier, era: Era, answers: Readonly<Record<string, RequestHandler>> = {}) {
    this.era = era;
    this.inbox = carrier.inbox;
    this.#carrier = carrier;
    this.#answers = answers;
    this.inbox.onMessage((message) => this.#answerServer(message));
  }

  /** `initialize` and `notifications/initialized`, or `server/discover`. Returns the answer. */
  async open(): Promise<Message> {
    if (this.era === 'modern') return this.request('server/discover');
    const answer = await this.request('initialize', {
      protocolVersion: protocolVersions.legacy,
      capabilities: clientCapabilities,
      clientInfo,
    });
    this.notify('notifications/initialized');
    return answer;
  }

  /** Sends a request and resolves with the whole answer, error or not. */
  async request(method: string, params: object = {}, timeoutMs?: number): Promise<Message> {
    return this.inbox.response(this.begin(method, params), timeoutMs);
  }

  /** Sends a request and returns its id at once. */
  begin(method: string, params: object = {}): number {
    const id = this.#nextId++;
    this.sendRaw({ jsonrpc: '2.0', id, method, params: this.#withMeta(params) });
    return id;
  }

  notify(method: string, params?: object): void {
    this.sendRaw({ jsonrpc: '2.0', method, ...(params && { params: this.#withMeta(params) }) });
  }

  cancel(id: number | string): void {
    this.#carrier.cancel(id);
  }

  /** Sends a message untouched: for tests of what is malformed. */
  sendRaw(message: Message): void {
    this.#carrier.send(message);
  }

  /** `completion/complete`; resolves with the whole answer. */
  complete(
    ref: object,
    argument: { name: string; value: string },
    context?: Record<string, string>,
  ): Promise<Message> {
    return this.request('completion/complete', {
      ref,
      argument,
      ...(context && { context: { arguments: context } }),
    });
  }

  completePrompt(
    name: string,
    argument: string,
    value = '',
    context?: Record<string, string>,
  ): Promise<Message> {
    return this.complete({ type: 'ref/prompt', name }, { name: argument, value }, context);
  }

  completeTemplate(
    uri: string,
    argument: string,
    value = '',
    context?: Record<string, string>,
  ): Promise<Message> {
    return this.complete({ type: 'ref/resource', uri }, { name: argument, value }, context);
  }

  close(): Promise<void> {
    return this.#carrier.close();
  }

  #withMeta(params: object): object {
    if (this.era === 'legacy') return params;
    const own = (params as { _meta?: object })._meta;
    return { ...params, _meta: { ...modernMeta(), ...own } };
  }

  #answerServer(message: Message): void {
    if (message.method === undefined || message.id === undefined) return;
    const handler = this.#answers[message.method];
    this.sendRaw(
      handler
        ? { jsonrpc: '2.0', id: message.id, result: handler(message.params) }
        : { jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'Method not found' } },
    );
  }
}
