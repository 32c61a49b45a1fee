import type { IncomingMessage } from 'node:http';
import { canonicalAddress, createAddressSet, networkOf } from './network.js';

export interface ClientAddressOptions {
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** How much of an IPv6 address stands for its client. */
  ipv6Prefix: number;
}

/** Where a request came from; `unknown` where the connection has gone. */
export type ClientAddress = (req: IncomingMessage) => string;

/** More hops than any honest path has. */
const maxHops = 32;

/**
 * The address of the connection; if a trusted proxy is at its other end, the last address in `X-Forwarded-For` that is not
 * one: each proxy appends whom it heard, so what stands before that is what the client itself claims.
 *
 *     X-Forwarded-For: made up, made up, 203.0.113.9, 10.0.0.2      from 10.0.0.1
 *                                        ^ counts     ^ trusted          ^ trusted
 */
export function createClientAddress({ trustedProxies, ipv6Prefix }: ClientAddressOptions): ClientAddress {
  const isTrusted = createAddressSet(trustedProxies);
  return (req) => {
    let address = canonicalAddress(req.socket.remoteAddress ?? '');
    if (address === undefined) return 'unknown';
    const hops = forwardedFor(req).slice(-maxHops).toReversed();
    for (const hop of hops) {
      if (!isTrusted(address)) break;
      const next = canonicalAddress(withoutPort(hop));
      // What a trusted proxy could not tell counts as the proxy's own.
      if (next === undefined) break;
      address = next;
    }
    return networkOf(address, ipv6Prefix);
  };
}

/** Whether the other end of a request's connection is among these. */
export function createPeerCheck(ranges: readonly string[]): (req: IncomingMessage) => boolean {
  const isAmong = createAddressSet(ranges);
  return (req) => {
    const address = canonicalAddress(req.socket.remoteAddress ?? '');
    return address !== undefined && isAmong(address);
  };
}

function forwardedFor(req: IncomingMessage): string[] {
  const value = req.headers['x-forwarded-for'];
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text === '' ? [] : text.split(',').map((hop) => hop.trim());
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}
