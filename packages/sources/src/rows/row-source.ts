import type {
  CandidateInput,
  ListSource,
  QuerySource,
  SourceAnswer,
  SourceRequest,
} from '@mcp-typeahead/server';

/** What is asked of rows. `value` is what was typed. */
export type RowRequest = SourceRequest & { value: string };

/** Rows that come one after another: of a cursor, a generator, the pages of a service. */
export interface RowSourceOptions {
  /** `list`: all rows, which are matched here. `query`: the rows that match, best first. @default 'query' */
  kind?: 'list' | 'query';
  /** Called for each request. Its iterator is closed (`return`) as soon as enough rows are read, or nobody waits any longer. */
  rows: (request: RowRequest) => Iterable<CandidateInput> | AsyncIterable<CandidateInput>;
  /** Rows that are kept; one more is read, to know whether there are more. @default 100 for `query`, 100_000 for `list` */
  maxRows?: number;
}

/** A source that reads no more than it needs: of ten million rows, 101. What is cut short says so, and has no total. */
export function rowSource({ kind = 'query', rows, maxRows }: RowSourceOptions): ListSource | QuerySource {
  if (kind === 'list') {
    return {
      kind,
      load: (request) => readRows(rows({ ...request, value: '' }), maxRows ?? 100_000, request.signal),
    };
  }
  return { kind, search: (request) => readRows(rows(request), maxRows ?? 100, request.signal) };
}

/**
 * Reads rows up to a number and lets go of the rest.
 * @throws what the rows throw, or the reason of the signal
 */
export async function readRows<T extends CandidateInput>(
  rows: Iterable<T> | AsyncIterable<T>,
  maxRows: number,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  signal.throwIfAborted();
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const candidates: T[] = [];
  const leaving = whenAborted(signal);
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), leaving.promise]);
      signal.throwIfAborted();
      if (done === true) {
        isOver = true;
        return { candidates, complete: true };
      }
      if (candidates.length >= maxRows) return { candidates, complete: false };
      candidates.push(value);
    }
  } finally {
    leaving.stop();
    if (!isOver) await close(iterator, signal);
  }
}

function whenAborted(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  const stopped = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true, signal: stopped.signal });
  });
  return { promise, stop: () => stopped.abort() };
}

/** A generator that waits for something closes only then: nobody waits with it once the signal has aborted. */
async function close(
  iterator: Iterator<unknown> | AsyncIterator<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const closing = Promise.resolve(iterator.return?.()).then(
    () => {},
    () => {},
  );
  if (!signal.aborted) await closing;
}
