import type { Readable, Writable } from 'node:stream';
import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import { isRequest, isResponse } from '@mcp-typeahead/protocol';
import { checkLine } from './check-message.js';
import { LineReader } from './line-reader.js';

/** Streams, and how long and how large a session may be at its ends. */
export interface StdioTransportOptions {
  /** @default process.stdin */
  input?: Readable;
  /** @default process.stdout */
  output?: Writable;
  /** A longer message is refused, and the session goes on. @default 16 MiB */
  maxLineBytes?: number;
  /** How long requests under way may take after the input has ended. @default 500 */
  drainMs?: number;
}

/** Why the transport closed. */
export type StdioClosed = 'input-ended' | 'output-failed' | 'closed';

/** Fits both SDKs' `Transport`. */
export interface StdioTransport {
  onmessage?: (message: never, extra?: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
  /** Resolves when nothing can be read or written any more. */
  readonly closed: Promise<StdioClosed>;
}

const mebibyte = 1_024 * 1_024;

/**
 * JSON-RPC lines over stdin and stdout, for a server of either SDK. Beyond what the SDKs' own transport does: a request that
 * their schemas would drop in silence is answered (`params: null`: -32602), answers under way are still written when the
 * input has ended, and a broken output closes it instead of failing again and again.
 */
export function createStdioTransport(options: StdioTransportOptions = {}): StdioTransport {
  return new StreamTransport({
    input: options.input ?? process.stdin,
    output: options.output ?? process.stdout,
    maxLineBytes: options.maxLineBytes ?? 16 * mebibyte,
    drainMs: options.drainMs ?? 500,
  });
}

class StreamTransport implements StdioTransport {
  onmessage?: (message: never, extra?: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly closed: Promise<StdioClosed>;
  readonly #options: Required<StdioTransportOptions>;
  readonly #reader: LineReader;
  readonly #unanswered: Set<RequestId> = new Set();
  #resolveClosed: (why: StdioClosed) => void = () => undefined;
  #isEnded = false;
  #isClosed = false;

  constructor(options: Required<StdioTransportOptions>) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#reader = new LineReader({
      maxLineBytes: options.maxLineBytes,
      onLine: (line) => this.#receive(line),
      onTooLong: () =>
        this.#report(new Error(`A message of more than ${options.maxLineBytes} bytes was skipped`)),
    });
  }

  start(): Promise<void> {
    const { input, output } = this.#options;
    input.on('data', this.#onData);
    input.on('end', this.#onEnd);
    input.on('close', this.#onEnd);
    input.on('error', this.#onEnd);
    // Stays for good: a write that fails after the end must not become an uncaught exception.
    output.on('error', this.#onOutputError);
    if (input.readableEnded || input.destroyed) this.#onEnd();
    return Promise.resolve();
  }

  send(message: unknown): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The stdio transport is closed'));
    return new Promise((resolve, reject) => {
      this.#options.output.write(`${JSON.stringify(message)}\n`, (error) => {
        this.#settle(message as JsonRpcMessage);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  close(): Promise<void> {
    this.#finish('closed');
    return Promise.resolve();
  }

  readonly #onData = (chunk: Uint8Array): void => this.#reader.write(chunk);

  readonly #onEnd = (): void => {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#unanswered.size === 0) this.#finish('input-ended');
    else setTimeout(() => this.#finish('input-ended'), this.#options.drainMs).unref();
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#isClosed) return;
    this.#report(error);
    this.#finish('output-failed');
  };

  #receive(line: string): void {
    if (this.#isClosed) return;
    const checked = checkLine(line);
    if (checked.kind === 'dropped') {
      this.#report(new Error(`A message was dropped: ${checked.reason}`));
    } else if (checked.kind === 'reply') {
      this.send(checked.reply).catch((error: unknown) => this.#report(error as Error));
    } else {
      this.#deliver(checked.message);
    }
  }

  #deliver(message: JsonRpcMessage): void {
    if (isRequest(message)) this.#unanswered.add(message.id);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      // A cancelled request gets no answer.
      const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
      if (requestId !== undefined) this.#unanswered.delete(requestId);
    }
    this.onmessage?.(message as never);
  }

  #settle(message: JsonRpcMessage): void {
    if (!isResponse(message) || message.id === null) return;
    this.#unanswered.delete(message.id);
    if (this.#isEnded && this.#unanswered.size === 0) this.#finish('input-ended');
  }

  #report(error: Error): void {
    this.onerror?.(error);
  }

  #finish(why: StdioClosed): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { input } = this.#options;
    input.off('data', this.#onData);
    input.off('end', this.#onEnd);
    input.off('close', this.#onEnd);
    input.pause();
    this.#resolveClosed(why);
    this.onclose?.();
  }
}
