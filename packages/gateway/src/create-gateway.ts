import {
  createFixedAccess,
  createRateLimits,
  MemoryLimiter,
  systemClock,
  type Limiter,
  type Principal,
} from '@mcp-typeahead/server';
import { openAuditFile, type AuditFile } from './audit/audit-file.js';
import type { CompletionsConfig, GatewayConfig } from './config/gateway-config.js';
import { toCompletions } from './config/to-completions.js';
import { createRoute } from './create-route.js';
import { createEngine, type Configured, type Engine } from './engine/engine.js';
import type { HttpListener, HttpOptions } from './fronts/http/index.js';
import { serveStdio, type StdioConversation } from './fronts/stdio.js';
import { GatewayError } from './gateway-error.js';
import type { Gateway, GatewayOptions } from './gateway.js';
import { silentLog, type Log } from './log.js';
import type { Route } from './route.js';
import { createUpstream } from './upstream/create-upstream.js';
import type { Upstream, UpstreamOptions } from './upstream/upstream.js';

/** One upstream and what answers at it. */
interface Served {
  route: Route;
  upstream: Upstream;
  engine: Engine;
}

/**
 * Puts completions in front of servers. Nothing is started before a client comes.
 * @throws GatewayError `no-upstream`, `invalid-url`
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { log = silentLog, settings = {} } = options;
  // One for all upstreams, and kept when the configuration changes: who is over a limit stays over it.
  const limiter = new MemoryLimiter(systemClock);
  const configure = (name: string | undefined, config: GatewayConfig | undefined): Configured =>
    configuredFor(name, config, { log, limiter });
  const audit = createAudit(options, log);
  const { backoff, idleMs, ...engineSettings } = settings;
  const served = namedUpstreams(options).map(([name, upstreamOptions]): Served => {
    const upstream = createUpstream(upstreamOptions, {
      log,
      ...(backoff === undefined ? {} : { backoff }),
      ...(idleMs === undefined ? {} : { idleMs }),
    });
    const engine = createEngine(configure(name, options.config), engineSettings);
    return { upstream, engine, route: createRoute({ name, upstream, engine, log, audit: audit?.write }) };
  });
  const routes = served.map(({ route }) => route);
  const conversations = new Set<StdioConversation>();
  const listeners = new Set<HttpListener>();
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    const clients = [...conversations, ...listeners];
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(served.map(({ upstream }) => upstream.close()));
    await audit?.close();
  };

  return {
    async serveStdio(streams) {
      refuseIfClosed(closing);
      const [only] = routes;
      if (only === undefined || routes.length > 1) {
        throw new GatewayError('no-upstream', 'Over stdio one upstream can be served; use HTTP for several');
      }
      const principal = localPrincipal(options.config);
      const conversation = serveStdio(only, streams, { log, principal });
      conversations.add(conversation);
      try {
        await conversation.finished;
      } finally {
        conversations.delete(conversation);
      }
    },
    async listenHttp(httpOptions) {
      refuseIfClosed(closing);
      // A stdio gateway does without the HTTP server and its memory.
      const { listenHttp } = await import('./fronts/http/index.js');
      const listener = await listenHttp(
        routes,
        { ...configuredHttp(options.config), ...httpOptions },
        { log },
      );
      listeners.add(listener);
      return listener;
    },
    reload(config) {
      for (const { route, engine } of served) engine.replace(configure(route.name, config));
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** `[undefined, …]` for the only upstream. */
function namedUpstreams({
  upstream,
  upstreams,
  config,
}: GatewayOptions): [string | undefined, UpstreamOptions][] {
  if (upstream !== undefined && upstreams !== undefined) {
    throw new GatewayError('no-upstream', 'Give either one upstream or several, not both');
  }
  const only = upstream ?? (upstreams === undefined ? config?.upstream : undefined);
  if (only !== undefined) return [[undefined, only]];
  const several = upstreams === undefined ? [...(config?.upstreams ?? [])] : Object.entries(upstreams);
  if (several.length === 0) {
    throw new GatewayError('no-upstream', 'Name a server to stand in front of: a command or a URL');
  }
  const wrong = several.find(([name]) => !/^[\w.~-]+$/.test(name));
  if (wrong === undefined) return several;
  throw new GatewayError(
    'no-upstream',
    'The name of an upstream must be fit for /mcp/<name>: letters, digits, . _ ~ -',
  );
}

function configuredFor(
  name: string | undefined,
  config: GatewayConfig | undefined,
  { log, limiter }: { log: Log; limiter: Limiter },
): Configured {
  const slots: CompletionsConfig | undefined =
    name === undefined ? config?.completions : config?.upstreams.get(name)?.completions;
  const rates = createRateLimits(limiter, config?.limits.rates);
  const rules = name === undefined ? config?.access : config?.upstreams.get(name)?.access;
  const access = rules && createFixedAccess(rules);
  const isPerCaller = rules?.perCaller ?? false;
  if (config === undefined || slots === undefined) {
    return { completions: undefined, rates, access, isPerCaller };
  }
  const { sizes } = config.limits;
  const completions = toCompletions(slots, {
    limits: sizes,
    // Counted before, as are the requests that the upstream answers.
    policy: {
      rates: { perPrincipal: false, global: false, perArgument: false },
      perCaller: isPerCaller,
    },
    onError: (error, { ref, argument }) => {
      const of = ref?.type === 'ref/prompt' ? ref.name : ref?.uri;
      log.error('a completer failed', { of, argument, error: String(error) });
    },
    onSourceError: (error) => {
      log.warn('a file changed and cannot be used; its last good values stay', { error: error.message });
    },
  });
  return { completions, names: slots, limits: sizes, rates, access, isPerCaller };
}

/** Where records go: to the file or log of the configuration, and to whoever embeds the gateway. */
function createAudit({ config, onAudit }: GatewayOptions, log: Log): AuditFile | undefined {
  const { audit } = config ?? {};
  if (audit === undefined && onAudit === undefined) return undefined;
  const file = audit === undefined || audit === 'stderr' ? undefined : openAuditFile({ path: audit, log });
  return {
    write(record) {
      if (audit === 'stderr') log.relay(JSON.stringify(record));
      file?.write(record);
      onAudit?.(record);
    },
    close: async () => file?.close(),
  };
}

/** Who asks over stdio: whoever started the gateway. */
function localPrincipal(config: GatewayConfig | undefined): Principal {
  const { groups = [], scopes = [] } = config?.auth?.local ?? {};
  return { id: 'local', claims: { groups, scopes } };
}

/** What of the configuration is about clients that come by HTTP, and has no place on a command line. */
function configuredHttp(config: GatewayConfig | undefined): Partial<HttpOptions> {
  const { auth, http: { trustedProxies, ipv6Prefix } = {} } = config ?? {};
  return {
    ...(auth !== undefined && { auth }),
    ...(trustedProxies !== undefined && { trustedProxies }),
    ...(ipv6Prefix !== undefined && { ipv6Prefix }),
  };
}

function refuseIfClosed(closing: Promise<void> | undefined): void {
  if (closing !== undefined) throw new GatewayError('closed', 'The gateway has been closed');
}
