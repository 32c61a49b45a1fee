import type { Message } from './json-rpc.js';

type Waiter = { matches: (message: Message) => boolean; resolve: (message: Message) => void };

/** Everything a peer sent, in order of arrival, and a way to wait for what has not come yet. */
export class Inbox {
  readonly messages: Message[] = [];
  /** What else there is to say about the peer when a message does not come. */
  describePeer: () => string = () => '';
  readonly #waiters = new Set<Waiter>();
  readonly #listeners = new Set<(message: Message) => void>();

  push(message: Message): void {
    this.messages.push(message);
    for (const waiter of this.#waiters) {
      if (!waiter.matches(message)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(message);
    }
    for (const listener of this.#listeners) listener(message);
  }

  onMessage(listener: (message: Message) => void): void {
    this.#listeners.add(listener);
  }

  /** The first message that matches: one that is here already, or the next to come. */
  async first(what: string, matches: (message: Message) => boolean, timeoutMs = 30_000): Promise<Message> {
    const here = this.messages.find(matches);
    if (here) return here;
    const { promise, resolve, reject } = withResolvers<Message>();
    const waiter = { matches, resolve };
    this.#waiters.add(waiter);
    const timer = setTimeout(() => {
      this.#waiters.delete(waiter);
      const seen = this.messages.slice(-5).map((message) => JSON.stringify(message).slice(0, 300));
      reject(
        new Error(
          `no ${what} within ${timeoutMs} ms; last messages:\n${seen.join('\n')}\n${this.describePeer()}`,
        ),
      );
    }, timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  response(id: number | string, timeoutMs?: number): Promise<Message> {
    return this.first(
      `answer to ${id}`,
      (message) => message.method === undefined && message.id === id,
      timeoutMs,
    );
  }

  notification(method: string, timeoutMs?: number): Promise<Message> {
    return this.first(method, (message) => message.method === method && message.id === undefined, timeoutMs);
  }
}

function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
