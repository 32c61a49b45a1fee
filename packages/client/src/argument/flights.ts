import type { Answer } from '../answer/answer.js';
import type { ClientError } from '../client-error.js';
import type { Connection, Subject } from '../connection/connection.js';
import { toClientError } from '../connection/to-client-error.js';

/** Until an answer has been measured: how long a cancelled request may keep a server busy, and how long that is believed at most. */
const unmeasuredBusyMs = 300;
const maxBusyMs = 1_000;
/** So many requests of one field a server has at once: one that it is thought to work on, and the last. */
const maxOutstanding = 2;

/** What came of a request that was not cancelled. */
export type Landing =
  | { readonly type: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'failed'; readonly id: number; readonly error: ClientError };

/** The requests of one field. */
export class Flights {
  readonly #connection: Connection;
  readonly #onLanded: (landing: Landing) => void;
  readonly #open = new Map<number, AbortController>();
  /** When the server will be done with what was cancelled, as far as one can tell: few stop their work for it. */
  #busyUntil: number[] = [];

  constructor(connection: Connection, onLanded: (landing: Landing) => void) {
    this.#connection = connection;
    this.#onLanded = onLanded;
  }

  /** @param before the list that is to be continued */
  async ask(id: number, subject: Subject, text: string, before: Answer | undefined): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.#open.set(id, abort);
    try {
      const page = await this.#connection.ask(subject, text, { signal, cursor: before?.nextCursor });
      // Servers that do one thing after another are done with what was cancelled before.
      this.#busyUntil = [];
      const answer = before === undefined ? page : continued(before, page);
      if (before !== undefined && !signal.aborted) this.#connection.keep(subject, answer);
      this.#onLanded({ type: 'answered', id, answer });
    } catch (error) {
      if (!signal.aborted) this.#onLanded({ type: 'failed', id, error: toClientError(error) });
    } finally {
      this.#open.delete(id);
    }
  }

  cancel(id: number): void {
    const { latencyMs = unmeasuredBusyMs, options } = this.#connection;
    this.#open.get(id)?.abort(new DOMException('Another text is in the field', 'AbortError'));
    this.#busyUntil.push(options.clock.now() + Math.min(latencyMs, maxBusyMs));
  }

  /** How long until the server has room for another request; 0: it has. */
  holdMs(isFlying: boolean): number {
    const now = this.#connection.options.clock.now();
    this.#busyUntil = this.#busyUntil.filter((end) => end > now);
    const outstanding = this.#busyUntil.length + Number(isFlying);
    return outstanding < maxOutstanding ? 0 : Math.min(...this.#busyUntil) - now;
  }
}

/** The list with its next page behind it, without what it has already. */
function continued(before: Answer, page: Answer): Answer {
  const known = new Set(before.items.map(({ value }) => value));
  const items = before.items.concat(page.items.filter(({ value }) => !known.has(value)));
  return { ...page, items, total: page.total ?? before.total };
}
