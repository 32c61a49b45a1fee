import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * One spelling for each address; undefined for what is none. An IPv4 address that came in through an IPv6 socket
 * (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function canonicalAddress(text: string): string | undefined {
  const address = text.trim().replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return toText(groups);
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/**
 * What stands for a client in limits: an IPv4 address by itself, an IPv6 one by its network, because who has one address there
 * has all of its network.
 * @param address as `canonicalAddress` gives it
 */
export function networkOf(address: string, ipv6Prefix: number): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address).map((group, at) => {
    const bits = Math.min(16, Math.max(0, ipv6Prefix - at * 16));
    return group & (0xffff << (16 - bits)) & 0xffff;
  });
  return `${toText(groups)}/${ipv6Prefix}`;
}

/** Whether this is an address, or a range of them like `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...others] = text.split('/');
  const family = isIP(address);
  if (family === 0 || others.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/**
 * Tells whether an address is among these addresses and ranges.
 * @throws RangeError for what is neither
 */
export function createAddressSet(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    if (!isAddressRange(range)) throw new RangeError('expected an address, or a range like 10.0.0.0/8');
    const [address = '', prefix] = range.split('/');
    const canonical = prefix === undefined ? canonicalAddress(address)! : address;
    if (prefix === undefined) list.addAddress(canonical, familyOf(canonical));
    else list.addSubnet(canonical, Number(prefix), familyOf(canonical));
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

function groupsOf(address: string): number[] {
  // A dotted end stands for two groups.
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, start = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const text = dotted === null ? address : `${start}${toHex(a, b)}:${toHex(c, d)}`;
  const [head = '', tail] = text.split('::');
  const before = toGroups(head);
  const after = toGroups(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

function toHex(high: number, low: number): string {
  return ((high << 8) | low).toString(16);
}

function toGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function toText(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
