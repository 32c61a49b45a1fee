import type { CompletionRef, Era } from '@mcp-typeahead/protocol';

/** What the upstream said of itself in its result of `initialize` or `server/discover`. */
export interface Introduction {
  era: Era;
  /** As declared, unknown keys included. */
  capabilities: Readonly<Record<string, unknown>>;
  serverInfo: unknown;
}

/** Whether the upstream lists what a reference names. `unclear` while its lists cannot be read. */
export type Standing =
  | { is: 'listed'; ref: CompletionRef }
  /** A URI of `resources/list`: it has no variables, so there is nothing to complete. */
  | { is: 'plain-resource' }
  | { is: 'absent' }
  | { is: 'unclear' };

/** Kinds of lists, as `notifications/<kind>/list_changed` names them. */
export type ListKind = 'prompts' | 'resources';

/** What the gateway knows of an upstream as one client (legacy era) or one principal (modern era) sees it. */
export interface Peer {
  /** Undefined until a handshake was seen. */
  readonly introduction: Introduction | undefined;
  /** Takes the result of `initialize` or `server/discover`; anything else is ignored. */
  learn(result: unknown, era: Era): void;
  /** Asks for the introduction if none was seen (modern era). Undefined if the upstream does not answer. */
  introduce(protocolVersion: string): Promise<Introduction | undefined>;
  /** Looks a reference up in the upstream's lists, which are read on first use and kept until they change. */
  standing(ref: CompletionRef): Promise<Standing>;
  /** The upstream's list of this kind changed. */
  forget(kind: ListKind): void;
  /** The upstream restarted: nothing known of it holds any more. */
  reset(): void;
}
