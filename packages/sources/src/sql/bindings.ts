import type { SourceRequest } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import type { SqlValue } from './sql-database.js';
import type { SqlBinding } from './sql-source-options.js';

/** What is written where a value is wanted, checked or not. */
type BoundName = string | Exclude<SqlBinding, string>;

const reference = /^(?:arguments\.(?<argument>[^]+)|principal\.claims\.(?<claim>[^]+)|principal\.id)$/;

/** The context argument that a name refers to, if it does. */
export function argumentOf(name: BoundName): string | undefined {
  return typeof name === 'string' ? reference.exec(name)?.groups?.['argument'] : undefined;
}

/** @throws {SourceError} invalid-option */
export function checkBinding(binding: BoundName, where: string): void {
  if (typeof binding === 'string' ? reference.test(binding) : Object.hasOwn(binding, 'equals')) return;
  throw new SourceError(
    'invalid-option',
    `${where}: expected arguments.NAME, principal.id, principal.claims.NAME or { equals: value }`,
  );
}

/** The value to be bound; undefined where the request has none. */
export function resolveBinding(binding: BoundName, request: SourceRequest): SqlValue | undefined {
  if (typeof binding !== 'string') return binding.equals;
  const { argument, claim } = reference.exec(binding)?.groups ?? {};
  if (argument !== undefined)
    return Object.hasOwn(request.arguments, argument) ? request.arguments[argument] : undefined;
  const { principal } = request;
  if (claim === undefined) return principal?.id;
  const claims = principal?.claims ?? {};
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
