import { SourceError } from '../source-error.js';

/** @throws {SourceError} bad-format */
export function parseDocument(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text, so it is neither repeated nor kept as the cause.
    throw new SourceError('bad-format', `${where}: not valid JSON`);
  }
}
