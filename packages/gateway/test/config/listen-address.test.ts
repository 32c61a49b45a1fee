import { describe, expect, it } from 'vitest';
import { isLoopbackHost, parseListenAddress } from '../../src/config/index.js';

describe('a listen address', () => {
  it.each([
    ['8808', { host: '127.0.0.1', port: 8_808 }],
    ['0', { host: '127.0.0.1', port: 0 }],
    ['localhost:80', { host: 'localhost', port: 80 }],
    ['0.0.0.0:65535', { host: '0.0.0.0', port: 65_535 }],
    ['[::1]:8808', { host: '::1', port: 8_808 }],
    ['[fe80::1%eth0]:1', { host: 'fe80::1%eth0', port: 1 }],
  ])('reads %s', (text, expected) => {
    expect(parseListenAddress(text)).toEqual(expected);
  });

  it.each([
    '',
    'x',
    ':80',
    '::1:80',
    '65536',
    '1:2:3',
    'http://a:80',
    'a:',
    'a: 80',
    '[::1]',
    '-1',
    '[a]b:1',
  ])('refuses %j', (text) => {
    expect(parseListenAddress(text)).toBeUndefined();
  });

  it('is loopback when only this machine can reach it', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.8.8', '::1']) {
      expect(isLoopbackHost(host)).toBe(true);
    }
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', 'desk.example']) {
      expect(isLoopbackHost(host)).toBe(false);
    }
  });
});
