import { InvalidArgumentError } from 'commander';

/** For an option that may come several times. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** `name=value`, collected; the value may hold further `=`. */
export function collectPair(
  text: string,
  previous: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const index = text.indexOf('=');
  if (index < 1) throw new InvalidArgumentError('Expected NAME=VALUE.');
  return define(previous, text.slice(0, index), text.slice(index + 1));
}

/** `Name: value` or `Name=value`, collected. */
export function collectHeader(
  text: string,
  previous: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  // RFC 9110: a name is a token, so the first separator ends it; a line break in a value would begin another header.
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[=:]([\t\x20-\x7e\x80-\xff]*)$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Expected "NAME: VALUE" or NAME=VALUE.');
  return define(previous, match[1]!, match[2]!.trim());
}

export function parseCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError('Expected a whole number, at least 1.');
  return count;
}

export function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected an http or https URL.');
}

/** An own property whatever the name, `__proto__` too. */
function define(
  previous: Readonly<Record<string, string>> | undefined,
  name: string,
  value: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...Object.entries(previous ?? {}), [name, value]]);
}
