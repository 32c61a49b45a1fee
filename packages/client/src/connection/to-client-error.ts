import { errorCodes } from '@mcp-typeahead/protocol';
import { ClientError } from '../client-error.js';

/** Where a server says nothing of when to come back. */
const defaultRetryMs = 1_000;
/** A server that says a year keeps the field waiting for a minute. */
const maxRetryMs = 60_000;

interface Thrown {
  code?: unknown;
  status?: unknown;
  message?: unknown;
  data?: { retryAfterMs?: unknown; status?: unknown; text?: unknown } | null;
}

/** What an SDK's client threw, of whichever version, as one of our codes. */
export function toClientError(thrown: unknown): ClientError {
  if (thrown instanceof ClientError) return thrown;
  const { code, status, message, data } = (thrown ?? {}) as Thrown;
  const httpStatus = status ?? data?.status ?? code;
  const text = String(data?.text ?? message);
  // In the modern era -32601 comes at HTTP 404, and the SDK does not look into the body.
  if (code === errorCodes.methodNotFound || (httpStatus === 404 && /"code"\s*:\s*-32601\b/.test(text))) {
    return new ClientError('unsupported', 'The server completes nothing', {
      cause: thrown,
      rpcCode: errorCodes.methodNotFound,
    });
  }
  if (httpStatus === 404) {
    return new ClientError('session-gone', 'The server does not know this session any more', {
      cause: thrown,
    });
  }
  if (code === errorCodes.rateLimited) {
    const asked = data?.retryAfterMs;
    const retryAfterMs =
      typeof asked === 'number' && asked >= 0 ? Math.min(asked, maxRetryMs) : defaultRetryMs;
    return new ClientError('rate-limited', 'The server was asked too often', {
      cause: thrown,
      rpcCode: code,
      retryAfterMs,
    });
  }
  if (code === ownTimeout || code === 'REQUEST_TIMEOUT') {
    return new ClientError('timeout', 'The server did not answer in time', { cause: thrown });
  }
  if (isRpcCode(code)) {
    return new ClientError('refused', `The server answered with error ${code}`, {
      cause: thrown,
      rpcCode: code,
    });
  }
  return new ClientError('disconnected', 'The server could not be reached', { cause: thrown });
}

/** What SDK v1 throws when its own timeout is over, and when the connection closes. */
const ownTimeout = -32_001;
const ownClosed = -32_000;

/** SDK v1 has HTTP statuses in `code` too. */
function isRpcCode(code: unknown): code is number {
  return (
    typeof code === 'number' && Number.isInteger(code) && code !== ownClosed && (code < 0 || code >= 1_000)
  );
}
