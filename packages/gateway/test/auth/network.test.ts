import { describe, expect, it } from 'vitest';
import { canonicalAddress, createAddressSet, isAddressRange, networkOf } from '../../src/auth/network.js';

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ])('%s has one spelling', (given, expected) => {
    expect(canonicalAddress(given)).toBe(expected);
  });

  it.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '999.1.1.1', 'g::', '10.0.0.1:80'])(
    '%j is none',
    (given) => {
      expect(canonicalAddress(given)).toBeUndefined();
    },
  );

  it('stands for itself in IPv4, and for its network in IPv6', () => {
    expect(networkOf('192.0.2.1', 64)).toBe('192.0.2.1');
    const address = canonicalAddress('2001:db8:1:2:3:4:5:6')!;
    expect(networkOf(address, 64)).toBe('2001:db8:1:2:0:0:0:0/64');
    expect(networkOf(address, 56)).toBe('2001:db8:1:0:0:0:0:0/56');
    expect(networkOf(address, 50)).toBe('2001:db8:1:0:0:0:0:0/50');
    expect(networkOf(address, 128)).toBe('2001:db8:1:2:3:4:5:6/128');
    expect(networkOf(address, 1)).toBe('0:0:0:0:0:0:0:0/1');
  });
});

describe('a set of addresses', () => {
  it('holds addresses and ranges of both families', () => {
    const has = createAddressSet(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7', '::ffff:192.0.2.8']);
    for (const address of ['10.1.2.3', '192.0.2.7', '192.0.2.8', '2001:db8:0:0:0:0:0:1']) {
      expect(has(address), address).toBe(true);
    }
    for (const address of ['11.0.0.1', '192.0.2.9', '2001:db9:0:0:0:0:0:1']) {
      expect(has(address), address).toBe(false);
    }
  });

  it('refuses what is neither', () => {
    for (const range of ['10.0.0.0/33', 'localhost', '10.0.0.0/8/8', '::/129', '10.0.0.1/', '']) {
      expect(isAddressRange(range), range).toBe(false);
      expect(() => createAddressSet([range])).toThrow(RangeError);
    }
  });
});
