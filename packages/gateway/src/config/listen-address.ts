import type { ListenAddress } from './gateway-config.js';

/**
 * Reads `PORT`, `HOST:PORT` or `[IPv6]:PORT`; a port alone listens on 127.0.0.1. Undefined when it is none of these: an
 * IPv6 address without brackets is not, because its last group could be a port.
 */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const match = /^(?:(?:\[([0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.-]+)?)\]|([A-Za-z0-9_.-]+)):)?(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const port = Number(match[3]);
  if (port > 65_535) return undefined;
  return { host: match[1] ?? match[2] ?? '127.0.0.1', port };
}

/** Can only this machine reach the address? `0.0.0.0`, `::` and every name but `localhost` are reachable from outside. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return (
    name === 'localhost' ||
    name === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(name) ||
    name.startsWith('::ffff:127.')
  );
}
