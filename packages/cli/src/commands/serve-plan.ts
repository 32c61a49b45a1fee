import type { GatewayConfig, GatewayOptions, HttpOptions, UrlUpstream } from '@mcp-typeahead/gateway';
import { isLoopbackHost, parseListenAddress } from '@mcp-typeahead/gateway';
import { UsageError } from '../usage-error.js';

export interface ServeOptions {
  config?: string;
  upstream?: string;
  header?: Readonly<Record<string, string>>;
  http?: string;
  stdio?: boolean;
  allowHost?: readonly string[];
  allowOrigin?: readonly string[];
  logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /** What stood after `--`. */
  command?: readonly string[] | undefined;
}

export interface ServePlan {
  upstreams: Pick<GatewayOptions, 'upstream' | 'upstreams'>;
  /** Undefined: stdio. */
  http: HttpOptions | undefined;
}

/**
 * What the command line and the configuration together ask for. The command line goes before.
 * @throws {UsageError}
 */
export function planServe(options: ServeOptions, config: GatewayConfig | undefined): ServePlan {
  const upstreams = planUpstreams(options, config);
  const http = planHttp(options, config, upstreams);
  if (http === undefined && upstreams.upstreams !== undefined) {
    throw new UsageError('the configuration names several upstreams, and stdio serves one: add --http');
  }
  return { upstreams, http };
}

function planUpstreams(options: ServeOptions, config: GatewayConfig | undefined): ServePlan['upstreams'] {
  const { command, upstream: url, header: headers } = options;
  if (command !== undefined && url !== undefined) {
    throw new UsageError('expected either a command after "--" or --upstream, found both');
  }
  if (headers !== undefined && url === undefined) throw new UsageError('--header goes with --upstream');
  const named = config === undefined ? [] : [...config.upstreams];
  if (named.length > 0) {
    if (command === undefined && url === undefined) return { upstreams: Object.fromEntries(named) };
    throw new UsageError('the configuration names its upstreams: leave them out of the command line');
  }
  if (url !== undefined) return { upstream: { url, ...(headers && { headers }) } };
  if (command !== undefined) {
    const [program, ...args] = command;
    if (program === undefined || program === '') throw new UsageError('expected a command after "--"');
    return { upstream: { command: program, args } };
  }
  if (config?.upstream !== undefined) return { upstream: config.upstream };
  throw new UsageError(
    'expected a server: a command after "--", or --upstream URL, or "upstream" in the configuration given with -c',
  );
}

function planHttp(
  options: ServeOptions,
  config: GatewayConfig | undefined,
  upstreams: ServePlan['upstreams'],
): HttpOptions | undefined {
  const { allowHost = [], allowOrigin = [] } = options;
  const address = options.http === undefined ? config?.http.listen : parseListenAddress(options.http);
  if (options.http !== undefined && address === undefined) {
    throw new UsageError(
      '--http: expected PORT, HOST:PORT or [IPv6]:PORT, such as 8808, 0.0.0.0:8808, [::1]:8808',
    );
  }
  if (address === undefined || options.stdio === true) {
    if (allowHost.length > 0) throw new UsageError('--allow-host goes with --http');
    if (allowOrigin.length > 0) throw new UsageError('--allow-origin goes with --http');
    return undefined;
  }
  const {
    allowedHosts = [],
    allowedOrigins = [],
    maxBodyBytes,
    maxSessions,
    sessionIdleMs,
  } = config?.http ?? {};
  const hosts = [...allowedHosts, ...allowHost];
  if (!isLoopbackHost(address.host) && hosts.length === 0) {
    throw new UsageError(
      `${address.host} can be reached from other machines: name the hosts that clients use, with --allow-host NAME ` +
        '(a foreign page must not reach the gateway under a name of its own)',
    );
  }
  return {
    ...address,
    allowedHosts: hosts,
    allowedOrigins: [...allowedOrigins, ...allowOrigin],
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    ...(maxSessions !== undefined && { maxSessions }),
    ...(sessionIdleMs !== undefined && { sessionIdleMs }),
    ...planForwarding(upstreams),
  };
}

/** Headers are repeated to the server that they were named for, and not to one that takes its place. */
function planForwarding({
  upstream,
  upstreams,
}: ServePlan['upstreams']): Pick<HttpOptions, 'forwardHeaders'> {
  if (upstream !== undefined) return { forwardHeaders: forwardedTo(upstream) };
  const named = Object.entries(upstreams ?? {}).map(([name, server]) => [name, forwardedTo(server)] as const);
  return { forwardHeaders: Object.fromEntries(named) };
}

function forwardedTo(upstream: object): readonly string[] {
  return (upstream as Partial<UrlUpstream>).forwardHeaders ?? [];
}
