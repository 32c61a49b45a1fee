import type { DocumentReader, Item } from './document-reader.js';
import type { HttpConfig, ListenAddress } from './gateway-config.js';
import { parseListenAddress } from './listen-address.js';

export const noHttp: HttpConfig = { allowedHosts: [], allowedOrigins: [] };

export function readHttp(reader: DocumentReader, item: Item): HttpConfig {
  const fields = reader.fields(item, 'a mapping with listen, allowedHosts, allowedOrigins or maxBodyBytes', [
    'listen',
    'allowedHosts',
    'allowedOrigins',
    'maxBodyBytes',
  ]);
  if (fields === undefined) return noHttp;
  const listenItem = fields.get('listen');
  const hostsItem = fields.get('allowedHosts');
  const originsItem = fields.get('allowedOrigins');
  const bytesItem = fields.get('maxBodyBytes');
  const listen = listenItem && readListen(reader, listenItem);
  const maxBodyBytes = bytesItem && readBytes(reader, bytesItem);
  const allowedHosts = hostsItem
    ? readNames(reader, hostsItem, isHost, 'a host name without scheme or port')
    : [];
  return {
    ...(listen !== undefined && { listen }),
    allowedHosts,
    allowedOrigins: originsItem
      ? readNames(reader, originsItem, isOrigin, 'an origin such as https://app.example')
      : [],
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  };
}

function readListen(reader: DocumentReader, item: Item): ListenAddress | undefined {
  const expected = 'a port, HOST:PORT or "[::1]:PORT"';
  const text = reader.spelled(item, expected);
  if (text === undefined) return undefined;
  const address = parseListenAddress(text);
  if (address === undefined) reader.problem('bad-value', item.offset, `expected ${expected}`);
  return address;
}

function readBytes(reader: DocumentReader, item: Item): number | undefined {
  const expected = 'a whole number of bytes, at least 1024';
  const bytes = reader.number(item, expected);
  if (bytes === undefined || (Number.isSafeInteger(bytes) && bytes >= 1_024)) return bytes;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}

function readNames(
  reader: DocumentReader,
  list: Item,
  isValid: (text: string) => boolean,
  expected: string,
): readonly string[] {
  const names: string[] = [];
  for (const item of reader.list(list, `a list, each ${expected}`) ?? []) {
    const text = reader.text(item, expected);
    if (text === undefined) continue;
    if (isValid(text)) names.push(text);
    else reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return names;
}

function isHost(text: string): boolean {
  return /^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])$/.test(text);
}

function isOrigin(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(text);
}
