import { isAddressRange } from '../auth/network.js';
import type { DocumentReader, Item } from './document-reader.js';
import type { HttpConfig, ListenAddress } from './gateway-config.js';
import { parseListenAddress } from './listen-address.js';

export const noHttp: HttpConfig = { allowedHosts: [], allowedOrigins: [] };

const httpKeys = [
  'listen',
  'allowedHosts',
  'allowedOrigins',
  'maxBodyBytes',
  'maxSessions',
  'sessionIdleMs',
  'trustedProxies',
  'ipv6Prefix',
] as const;

const leastCounts = { maxBodyBytes: 1_024, maxSessions: 1, sessionIdleMs: 1_000 } as const;

export function readHttp(reader: DocumentReader, item: Item): HttpConfig {
  const fields = reader.fields(item, `a mapping of: ${httpKeys.join(', ')}`, httpKeys);
  const listenItem = fields?.get('listen');
  const hostsItem = fields?.get('allowedHosts');
  const originsItem = fields?.get('allowedOrigins');
  const listen = listenItem && readListen(reader, listenItem);
  const counts: Partial<Record<keyof typeof leastCounts, number>> = {};
  for (const key of ['maxBodyBytes', 'maxSessions', 'sessionIdleMs'] as const) {
    const entry = fields?.get(key);
    const count = entry && reader.count(entry, leastCounts[key]);
    if (count !== undefined) counts[key] = count;
  }
  const proxiesItem = fields?.get('trustedProxies');
  const prefixItem = fields?.get('ipv6Prefix');
  const ipv6Prefix = prefixItem && readPrefix(reader, prefixItem);
  return {
    ...(listen !== undefined && { listen }),
    allowedHosts: hostsItem
      ? readNames(reader, hostsItem, isHost, 'a host name, with or without a port')
      : [],
    allowedOrigins: originsItem
      ? readNames(reader, originsItem, isOrigin, 'an origin: https://app.example')
      : [],
    ...(proxiesItem !== undefined && { trustedProxies: readAddresses(reader, proxiesItem) }),
    ...(ipv6Prefix !== undefined && { ipv6Prefix }),
    ...counts,
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
    if (text === '*' || isValid(text)) names.push(text);
    else reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return names;
}

/** Addresses and ranges of them. */
export function readAddresses(reader: DocumentReader, list: Item): readonly string[] {
  const expected = 'an address, or a range such as 10.0.0.0/8';
  const addresses: string[] = [];
  for (const item of reader.list(list, `a list, each ${expected}`) ?? []) {
    const text = reader.text(item, expected);
    if (text === undefined) continue;
    if (isAddressRange(text)) addresses.push(text);
    else reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return addresses;
}

function readPrefix(reader: DocumentReader, item: Item): number | undefined {
  const bits = reader.count(item, 1);
  if (bits === undefined || bits <= 128) return bits;
  reader.problem('bad-value', item.offset, 'expected a whole number from 1 to 128');
  return undefined;
}

function isHost(text: string): boolean {
  return /^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(text);
}

function isOrigin(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(text);
}
