import { SourceError } from '../source-error.js';

/** Not what the database says is bad: what is asked for cannot be in it, such as a word where a number is compared. */
const noSuchValue = /^22(P02|003|007|008|021|P05)$/;
const denied = /^(28|42501|3D000)/;
const overloaded = /^53/;
const cancelled = '57014';
/** The server stops, has stopped, or is not ready yet. */
const goingDown = /^(08|57P0)/;
/** What is wrong with the statement is told in words that have only its own names in them. */
const statement = /^42/;
const connectionLost =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT$|EACCES$)|connection (terminated|ended|timeout)|client has encountered a connection error|not queryable/i;

/** The error's own code: an SQLSTATE, SQLite's, or Node's. */
export function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  // Node gathers the failures of several addresses of one name.
  return errors?.[0] === undefined ? '' : codeOf(errors[0]);
}

/** Whether the connection is at fault, and another may do. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return goingDown.test(code) || connectionLost.test(code) || connectionLost.test(messageOf(error));
}

/**
 * What a driver threw, in our words. The driver's own may have what a person typed, an address with a password, or a role's name in
 * them: they are neither quoted nor kept as the cause, but for statements that are wrong in themselves.
 */
export function toSourceError(error: unknown, name: string): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  const told = code === '' ? '' : ` (${code})`;
  if (noSuchValue.test(code))
    return new SourceError(
      'impossible-value',
      `${name}: a value cannot stand in the column it is compared with${told}`,
    );
  if (code === cancelled) return new SourceError('timeout', `${name}: the query took too long and was ended`);
  if (denied.test(code))
    return new SourceError(
      'access-denied',
      `${name}: access is denied${told}: check the role, its password and its rights`,
    );
  if (overloaded.test(code))
    return new SourceError('busy', `${name}: the server has no room for another connection${told}`);
  if (isConnectionLost(error))
    return new SourceError(
      'unreachable',
      `${name}: no connection${told}: is the server running, and are host and port right?`,
    );
  if (statement.test(code) || code === 'SQLITE_ERROR')
    return new SourceError('query-failed', `${name}: the query is wrong${told}: ${messageOf(error)}`);
  return new SourceError('query-failed', `${name}: the query failed${told}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
