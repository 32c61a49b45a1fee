import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Principal } from '../principal.js';
import type { Session } from '../session.js';

/** What a source is told of the request. */
export interface SourceRequest {
  /** The context arguments that the completer `needs` or `uses`, no others. Always an object. */
  arguments: Readonly<Record<string, string>>;
  /** Undefined for an anonymous caller, and always while the cache is shared. */
  principal: Principal | undefined;
  /** What the request came through, if its caller said so; undefined while the cache is shared. */
  session?: Session | undefined;
  /** Aborts when the last caller that waits for this answer has gone, or at the timeout. */
  signal: AbortSignal;
}

/** What a source may answer beside a bare list. */
export interface SourceAnswer {
  candidates: readonly CandidateInput[];
  /** Whether `candidates` are all there are for this request. @default true */
  complete?: boolean | undefined;
  /** Number of all matches, if the source knows it. Kept only if nothing is dropped from the answer later. */
  total?: number | undefined;
  /** How long the answer stays fresh, where the source knows better than `cache.ttlMs`. 0: it is not kept. */
  ttlMs?: number | undefined;
}

/** A list that is complete, or one with what is known of the rest. */
export type SourceReply = readonly CandidateInput[] | SourceAnswer;

/** Yields the whole set; it is indexed and ranked here. */
export interface ListSource {
  readonly kind: 'list';
  load(request: SourceRequest): Promise<SourceReply> | SourceReply;
  /** Cheap. While it returns the same value (`Object.is`) a loaded list counts as fresh whatever its age. */
  version?(): unknown;
}

/** Is asked with the typed text and says whether its answer is complete. */
export interface QuerySource {
  readonly kind: 'query';
  search(request: SourceRequest & { value: string }): Promise<SourceReply> | SourceReply;
}

/** Where candidates come from: all at once, or for the typed text. */
export type Source = ListSource | QuerySource;
