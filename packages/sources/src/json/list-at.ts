import { SourceError } from '../source-error.js';
import { resolvePointer } from './resolve-pointer.js';

/**
 * The list at a place of a document.
 * @throws {SourceError} bad-format, pointer-not-found
 */
export function listAt(document: unknown, pointer: string, where: string): readonly unknown[] {
  const list = resolvePointer(document, pointer);
  if (Array.isArray(list)) return list as readonly unknown[];
  if (list === undefined)
    throw new SourceError('pointer-not-found', `${where}: there is nothing at ${pointer}`);
  const place = pointer === '' ? 'the document' : `what ${pointer} points at`;
  throw new SourceError('bad-format', `${where}: expected ${place} to be a list`);
}
