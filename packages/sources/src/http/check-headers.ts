import { SourceError } from '../source-error.js';
import type { HttpHeaders } from './http-source-options.js';

/**
 * `fetch` itself would quote the value at fault, which may be a credential.
 * @throws {SourceError} invalid-option
 */
export function checkHeaders(headers: HttpHeaders, where: string): HttpHeaders {
  for (const [name, value] of Object.entries(headers)) {
    // RFC 9110: a token.
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      throw new SourceError('invalid-option', `${where}: headers: not the name of an HTTP header`);
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      const message = `${where}: headers: the value of ${name} is not one line of Latin-1 text`;
      throw new SourceError('invalid-option', message);
    }
  }
  return headers;
}
