import type { CompleteResult, CompletionRef, Era } from '@mcp-typeahead/protocol';
import type { Completer } from './completer/completer.js';
import type { Principal } from './principal.js';
import type { Session } from './session.js';
import type { Caller } from './pipeline/identify.js';

/** One `completion/complete`, from whatever transport. */
export interface CompleteRequest {
  /** `params` of `completion/complete` as they came. */
  params: unknown;
  era: Era;
  /** Who asks, if that is established already; then `policy.identify` is not asked. */
  principal?: Principal | undefined;
  /** What is known of the sender, for `policy.identify`. @default a local caller */
  caller?: Caller | undefined;
  /** What the request came through, for sources that answer from it. Limits do not look at it. @default none */
  session?: Session | undefined;
  signal?: AbortSignal | undefined;
}

/** Completers for the arguments of one server's prompts and templates, with caches and limits of their own. */
export interface Completions {
  /**
   * Answers `completion/complete` on an SDK server: `McpServer` or `Server` of v2, `McpServer` of v1. Call it before
   * `connect`, before or after prompts are registered. The capability is declared only if something can be completed when
   * the server connects. Completers that the SDK knows (`completable`, `ResourceTemplate`) keep working. May be called for
   * many servers: caches and limits are shared among them.
   *
   * @returns the server
   * @throws CompletionsError `unsupported-server`, `already-attached`, `already-connected`, `undeclared-argument`,
   * `invalid-completer`, `invalid-template`
   */
  attach<S extends object>(server: S): S;
  /**
   * Answers one request, for a server without an SDK.
   * @throws WireError (rejects) and nothing else, but for the signal's reason when that aborts
   */
  complete(request: CompleteRequest): Promise<CompleteResult>;
  /** The declared completer of an argument, also by a URI that its template matches. No side effects. */
  find(ref: CompletionRef, argument: string): Completer | undefined;
  /** Whether a prompt or template is declared, with completers or without. */
  has(ref: CompletionRef): boolean;
  /** Number of arguments that have a declared completer. */
  readonly size: number;
}
