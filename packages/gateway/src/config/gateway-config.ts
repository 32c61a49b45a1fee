import type { AuthOptions } from '../auth/auth-options.js';
import type { Limits } from '@mcp-typeahead/protocol';
import type { Candidate } from '@mcp-typeahead/rank';
import type { AccessRules, FixedRule, Rates } from '@mcp-typeahead/server';
import type { ReadingName } from './reading-names.js';
import type { DirectorySlot, FileSlot, HttpSlot, McpSlot } from './slot-config.js';

/** Where something stands in the configuration file. Both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A `typeahead.yaml`, read and checked. Names are keys of Maps: `__proto__` is a name like any other. */
export interface GatewayConfig {
  /** Absolute path of the file; relative paths in it have been resolved against its folder. */
  readonly file: string;
  /** For the single upstream, whether named in the file or on the command line. */
  readonly completions: CompletionsConfig;
  readonly upstream: UpstreamConfig | undefined;
  /** Several upstreams, each served at `/mcp/<name>`. Empty when the file names one upstream or none. */
  readonly upstreams: ReadonlyMap<string, NamedUpstreamConfig>;
  readonly http: HttpConfig;
  readonly limits: LimitsConfig;
  /** Who may have which prompt or resource of the single upstream. */
  readonly access?: AccessConfig;
  /** Where it is written down what clients ask for: an absolute path, or `stderr`. */
  readonly audit?: string;
  /** Who clients are. */
  readonly auth?: AuthOptions;
}

/** What differs from the defaults. */
export interface LimitsConfig {
  /** How often may be asked. One limiter serves all upstreams. */
  readonly rates: Readonly<Rates>;
  /** How large the parts of a request may be. */
  readonly sizes: Readonly<Partial<Limits>>;
}

/** Which arguments are completed, and with what. */
export interface CompletionsConfig {
  /** For every list that does not say otherwise. @default [] */
  readonly readings?: readonly ReadingName[];
  /** Prompt name -> argument name -> where its values come from. */
  readonly prompts: ReadonlyMap<string, ReadonlyMap<string, SlotConfig>>;
  /** URI template -> variable -> where its values come from. */
  readonly resources: ReadonlyMap<string, ReadonlyMap<string, SlotConfig>>;
}

/** What one argument of a prompt, or one variable of a template, is completed with. */
export type SlotConfig = ValuesSlot | FileSlot | DirectorySlot | HttpSlot | McpSlot;

/** What may be said of a slot besides where its values come from. */
export interface SlotOptions {
  /** The list is closed: another value is not legal. @default false */
  readonly strict?: boolean;
  /** Values are not for everyone's eyes: a minimum typed length, prefixes only, no total. @default false */
  readonly sensitive?: boolean | SensitiveConfig;
  /** The argument is a list; only the part after the last separator is completed. */
  readonly separator?: string;
  /** The upstream is asked first; these values answer where its list is empty, late or an error. @default false */
  readonly merge?: boolean;
  /** Context arguments without which the list is empty. @default [] */
  readonly needs?: readonly string[];
  /** Other spellings by which values are found: of these scripts. @default those of the completions */
  readonly readings?: readonly ReadingName[];
  /** Who may see the values. @default 'allow' */
  readonly visibleTo?: FixedRule;
}

/** A value, and who may see it. */
export interface ConfiguredCandidate extends Candidate {
  /** @default 'allow' */
  readonly visibleTo?: FixedRule;
}

/** How little a sensitive slot gives away. */
export interface SensitiveConfig {
  /** Shortest typed text that is answered. @default 3 */
  readonly minLength?: number;
  /** Most distinct values that one principal is shown in a window. @default 50 */
  readonly maxValues?: number;
  /** @default 3600000 */
  readonly windowMs?: number;
}

/** Values that stand in the configuration itself. */
export interface ValuesSlot {
  readonly kind: 'values';
  readonly values: readonly (string | ConfiguredCandidate)[];
  readonly options: SlotOptions;
  readonly position: Position;
}

/** The server behind the gateway, as the configuration names it. */
export type UpstreamConfig = CommandUpstream | UrlUpstream;

/** A server that is started as a child process. */
export interface CommandUpstream {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment that the child inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. @default the folder of the configuration file */
  readonly cwd: string;
  /** Largest message that the server may send. @default 16777216 */
  readonly maxMessageBytes?: number;
}

/** A server that is reached over Streamable HTTP. */
export interface UrlUpstream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers that are repeated from a client's HTTP request. @default [] */
  readonly forwardHeaders: readonly string[];
  /** Largest message that the server may send. @default 16777216 */
  readonly maxMessageBytes?: number;
}

/** One of several upstreams, with the completions that are its own. */
export type NamedUpstreamConfig = UpstreamConfig & {
  readonly completions: CompletionsConfig;
  readonly access?: AccessConfig;
};

/** Rules of access, by prompt and by URI template. */
export interface AccessConfig extends Readonly<AccessRules<FixedRule>> {
  /** Values must be chosen by who asks: lists that are the same for all, and the upstream's, are left out. @default false */
  readonly perCaller?: boolean;
}

/** How the gateway listens. What is absent keeps the default of `HttpOptions`. */
export interface HttpConfig {
  /** Present: serve over HTTP unless the command line says otherwise. */
  readonly listen?: ListenAddress;
  /** Host names accepted besides loopback ones, for any port or with one; `*` for all. @default [] */
  readonly allowedHosts: readonly string[];
  /** Origins accepted besides loopback ones; `*` for all. @default [] */
  readonly allowedOrigins: readonly string[];
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. @default [] */
  readonly trustedProxies?: readonly string[];
  /** How many bits of an IPv6 address stand for its client. @default 64 */
  readonly ipv6Prefix?: number;
  /** Largest request body. @default 1048576 */
  readonly maxBodyBytes?: number;
  /** Most legacy sessions of one upstream. @default 100 */
  readonly maxSessions?: number;
  /** A legacy session without a request or an open stream ends after this time. @default 1800000 */
  readonly sessionIdleMs?: number;
}

/** Where the gateway listens. */
export interface ListenAddress {
  /** A name or an address, an IPv6 one without brackets. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}
