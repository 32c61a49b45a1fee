import type { CompletionRef, Era } from '@mcp-typeahead/protocol';
import type { Dialect } from '../dialect.js';

/** What the upstream said of itself in its result of `initialize` or `server/discover`. */
export interface Introduction {
  era: Era;
  /** As declared, unknown keys included. */
  capabilities: Readonly<Record<string, unknown>>;
  serverInfo: unknown;
}

/** Whether the upstream lists what a reference names. */
export type Standing =
  /** `ref` is the template where the reference was a URI made from it. */
  | { is: 'listed'; ref: CompletionRef }
  /** A URI of `resources/list`: it has no variables, so there is nothing to complete. */
  | { is: 'plain-resource' }
  | { is: 'absent' }
  /** The list is too long to be read to its end. */
  | { is: 'unclear' }
  /** The upstream does not give its lists. */
  | { is: 'unreadable' };

/** What the upstream lists under a reference. */
export interface Recognised {
  /** As it is listed. */
  name: string;
  argumentNames: readonly string[] | undefined;
}

/** Kinds of lists, as `notifications/<kind>/list_changed` names them. */
export type ListKind = 'prompts' | 'resources';

/**
 * Makes a request to the upstream on the gateway's own behalf and in the dialect of the conversation.
 * Rejects with an `AskError`.
 */
export type Ask = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  options?: { signal?: AbortSignal },
) => Promise<unknown>;

/** What the gateway knows of an upstream as one client (legacy era) or one principal (modern era) sees it. */
export interface Peer {
  /** Names this view of the upstream for as long as what is read of its resources holds. */
  readonly id: string;
  /** Undefined until a handshake was seen. */
  readonly introduction: Introduction | undefined;
  /** Takes the result of `initialize` or `server/discover`; anything else is ignored. */
  learn(result: unknown, dialect: Dialect): void;
  /** Asks for the introduction where none is known (modern era). Undefined if the upstream gives none. */
  introduce(ask: Ask, dialect: Dialect): Promise<Introduction | undefined>;
  /** Looks a reference up in the upstream's lists, which are read on first use. */
  standing(ref: CompletionRef, ask: Ask): Promise<Standing>;
  /** Reads the list of prompts or templates unless it is known. Rejects with an `AskError`. */
  readList(kind: ListKind, ask: Ask): Promise<void>;
  /** Looks a reference up in what is known of the lists, without reading any. */
  recognise(ref: CompletionRef): Recognised | undefined;
  /** The upstream's list of this kind changed. */
  forget(kind: ListKind): void;
  /** The upstream restarted: nothing known of it holds any more. */
  reset(): void;
}
