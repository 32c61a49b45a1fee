import { randomBytes } from 'node:crypto';
import { isDeeperThan } from './json-depth.js';

/** Stands before the digits of a number that is kept as text. Random, so that no peer's string is taken for one. */
const mark = `number-${randomBytes(12).toString('hex')}:`;
const marked = new RegExp(`"${mark}(-?[0-9.eE+-]+)"`, 'g');

/** A number of which a double may lose something stands in a text that has this: many digits, or an exponent. */
const suspicious = /[0-9]{16}|[0-9][eE]/;

/** `JSON.parse` takes any depth, `JSON.stringify` some thousand levels: beyond, it throws. Far more than people need. */
export const maxJsonDepth = 1_000;

/**
 * `JSON.parse` for messages that are passed on: an integer beyond 2^53 (a 64-bit id) or a number beyond a double's
 * range becomes a string that only `toJson` writes as that number again.
 *
 * @throws SyntaxError where the text is not JSON, or nests deeper than `maxJsonDepth`
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, maxJsonDepth)) throw new SyntaxError(`JSON of more than ${maxJsonDepth} levels`);
  const value: unknown = JSON.parse(text);
  return suspicious.test(text) ? JSON.parse(markNumbers(text)) : value;
}

/** `JSON.stringify`, with the numbers that `parseJson` kept as they were. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(mark) ? text.replace(marked, '$1') : text;
}

/** A value of `parseJson` as `JSON.parse` gives it, for whoever looks at the types in it. */
export function plainNumbers(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text?.includes(mark) === true ? JSON.parse(text.replace(marked, '$1')) : value;
}

/** Is it a number that `parseJson` kept as text? It is no string to whoever sent it. */
export function isExactNumber(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(mark);
}

/** Works on valid JSON. By hand, because a regular expression runs out of stack in a string of some megabytes. */
function markNumbers(text: string): string {
  const number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    parts.push(text.slice(at, end).replace(number, keepExact));
    at = quote === -1 ? end : endOfString(text, quote);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** Behind the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote;
    while (text[escapes - 1] === '\\') escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote + 1;
  }
}

function keepExact(number: string): string {
  const value = Number(number);
  const isExact = /[.eE]/.test(number) ? Number.isFinite(value) : Number.isSafeInteger(value);
  return isExact ? number : `"${mark}${number}"`;
}
