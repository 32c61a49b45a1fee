import { dirname, resolve } from 'node:path';
import type { DocumentReader, Entry, Item } from './document-reader.js';
import { expectedHeaderName, isHeaderName, readHeaders } from './read-headers.js';
import type { CommandUpstream, UpstreamConfig, UrlUpstream } from './gateway-config.js';

export const upstreamKeys = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'forwardHeaders',
  'maxMessageBytes',
] as const;

type UpstreamKey = (typeof upstreamKeys)[number];
type Fields = ReadonlyMap<string, Entry>;

const urlFor: Partial<Record<UpstreamKey, 'command' | 'url'>> = {
  args: 'command',
  env: 'command',
  cwd: 'command',
  headers: 'url',
  forwardHeaders: 'url',
};

/** Less than this holds no handshake. */
const leastMessageBytes = 1_024;

/** Reads `{command, args, env, cwd}` or `{url, headers}` from fields that may hold other keys too. */
export function readUpstream(
  reader: DocumentReader,
  item: Item,
  fields: Fields,
  file: string,
): UpstreamConfig | undefined {
  const command = fields.get('command');
  const url = fields.get('url');
  if (command !== undefined && url !== undefined) {
    reader.problem('bad-value', url.keyOffset, 'expected either "command" or "url", found both');
    return undefined;
  }
  const kind = command !== undefined ? 'command' : 'url';
  for (const key of upstreamKeys) {
    const entry = fields.get(key);
    const needed = urlFor[key];
    if (entry !== undefined && needed !== undefined && needed !== kind) {
      reader.problem('bad-value', entry.keyOffset, `"${key}" goes with "${needed}" only`);
    }
  }
  if (command !== undefined) return readCommand(reader, command, fields, file);
  if (url !== undefined) return readUrl(reader, url, fields);
  reader.problem('missing-key', item.offset, 'expected an upstream with "command" or "url"');
  return undefined;
}

function readCommand(
  reader: DocumentReader,
  item: Item,
  fields: Fields,
  file: string,
): CommandUpstream | undefined {
  const command = readFilled(reader, item, 'the name or path of a program');
  const args: string[] = [];
  const argsItem = fields.get('args');
  for (const arg of (argsItem && reader.list(argsItem, 'a list of arguments')) ?? []) {
    const text = reader.spelled(arg, 'an argument: a string');
    if (text !== undefined) args.push(text);
  }
  const envItem = fields.get('env');
  const cwdItem = fields.get('cwd');
  const cwd = cwdItem && readFilled(reader, cwdItem, 'the path of a folder');
  if (command === undefined) return undefined;
  const folder = dirname(file);
  const program = {
    // A bare name is looked up on the PATH; a path is relative to the file, as every path in it.
    command: /^\.{1,2}[/\\]/.test(command) ? resolve(folder, command) : command,
    cwd: resolve(folder, cwd ?? '.'),
  };
  if (/\s/.test(command) && !reader.isProgram(program.command, program.cwd)) {
    const message = 'expected the name or path of a program, and there is none with this space in it';
    reader.problem('bad-value', item.offset, `${message}; write the arguments in "args"`);
  }
  return {
    ...program,
    args,
    env: envItem ? readPairs(reader, envItem, 'environment variables') : {},
    ...readMaxMessageBytes(reader, fields),
  };
}

function readUrl(reader: DocumentReader, item: Item, fields: Fields): UrlUpstream | undefined {
  const expected = 'an http or https URL';
  const url = reader.text(item, expected);
  const headersItem = fields.get('headers');
  const headers = headersItem ? readHeaders(reader, headersItem) : {};
  const forwardItem = fields.get('forwardHeaders');
  const forwardHeaders = forwardItem ? readHeaderNames(reader, forwardItem) : [];
  if (url === undefined) return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    reader.problem('bad-value', item.offset, `expected ${expected}`);
    return undefined;
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const message = 'expected a URL without user and password; put them into "headers" as Authorization';
    reader.problem('bad-value', item.offset, message);
    return undefined;
  }
  return { url, headers, forwardHeaders, ...readMaxMessageBytes(reader, fields) };
}

function readMaxMessageBytes(reader: DocumentReader, fields: Fields): { maxMessageBytes?: number } {
  const item = fields.get('maxMessageBytes');
  const maxMessageBytes = item && reader.count(item, leastMessageBytes);
  return maxMessageBytes === undefined ? {} : { maxMessageBytes };
}

function readHeaderNames(reader: DocumentReader, list: Item): string[] {
  const names: string[] = [];
  for (const item of reader.list(list, 'a list of header names') ?? []) {
    const name = reader.text(item, 'the name of an HTTP header');
    if (name === undefined) continue;
    if (isHeaderName(name)) names.push(name);
    else reader.problem('bad-value', item.offset, expectedHeaderName);
  }
  return names;
}

function readPairs(reader: DocumentReader, item: Item, what: string): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const entry of reader.mapping(item, `a mapping of ${what}`) ?? []) {
    const value = reader.spelled(entry, 'a string');
    if (value === undefined) continue;
    if (entry.key === '' || /[=\0]/.test(entry.key)) {
      reader.problem('bad-value', entry.keyOffset, 'expected the name of an environment variable');
    } else pairs.push([entry.key, value]);
  }
  return Object.fromEntries(pairs);
}

function readFilled(reader: DocumentReader, item: Item, expected: string): string | undefined {
  const text = reader.text(item, expected);
  if (text !== '') return text;
  reader.problem('wrong-type', item.offset, `expected ${expected}, found an empty string`);
  return undefined;
}
