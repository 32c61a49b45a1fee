import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const wildcardAddresses: readonly string[] = ['0.0.0.0', '[::]', '[0:0:0:0:0:0:0:0]'];
/** RFC 9110 section 7.2: `uri-host [":" port]`. Anything else (user info, spaces, commas) is not a host. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

export interface HostCheckOptions {
  /** Where the server listens. Clients may use that address, unless it stands for all of them. */
  bindHost: string;
  /** `name` for any port, `name:port`, or `*`. */
  allowedHosts: readonly string[];
}

/** Takes the values of all `Host` fields of a request. */
export type HostCheck = (hosts: readonly string[]) => Refusal | undefined;

/**
 * Refuses hosts that are not known to lead here. A page whose name was pointed at 127.0.0.1 sends its own
 * name as the host (DNS rebinding); it cannot send `localhost`.
 */
export function createHostCheck(options: HostCheckOptions): HostCheck {
  const bound = bracketed(options.bindHost.toLowerCase());
  const allowed = new Set([...loopbackNames, ...options.allowedHosts.map((host) => host.toLowerCase())]);
  if (!wildcardAddresses.includes(bound)) allowed.add(bound);
  const isOpen = allowed.has('*');
  return (hosts) => {
    if (hosts.length === 0 || hosts[0] === '') return refuse(400, 'The Host header is missing');
    if (hosts.length > 1) return refuse(400, 'The Host header is repeated');
    const host = hosts[0]!.toLowerCase();
    const match = hostPattern.exec(host);
    if (match === null) return refuse(400, 'The Host header is malformed');
    if (isOpen || allowed.has(match[1]!) || allowed.has(host)) return undefined;
    return refuse(403, 'This host is not allowed here; the option allowedHosts names those that are');
  };
}

/** An IPv6 address as it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
