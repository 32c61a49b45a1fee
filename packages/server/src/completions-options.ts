import type { CompletionRef, Limits } from '@mcp-typeahead/protocol';
import type { Clock } from './clock.js';
import type { CompleterInput } from './completer/completer.js';
import type { CompletionEvent } from './completion-event.js';
import type { Policy } from './policy.js';
import type { AuditRecord } from './policy/audit-record.js';
import type { ArgumentNames, VariableNames } from './schema/names.js';

/**
 * @typeParam S schemas of prompts, by name of the prompt
 * @typeParam P names of prompts
 * @typeParam T URI templates
 */
export interface CompletionsOptions<
  S extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  P extends string = string,
  T extends string = string,
> {
  /**
   * Schemas of prompts' arguments (Standard Schema, zod 3, JSON Schema). They make misspelt names in `prompts` compile
   * errors, and give completions for their enums and booleans. An attached `McpServer` knows its schemas already.
   */
  schemas?: S;
  /** Completers by prompt, then by argument. A prompt without completers (`{}`) is known, and answers empty lists. */
  prompts?: { readonly [N in P]: PromptCompleters<S, N> };
  /** Completers by URI template, then by variable. */
  resources?: { readonly [N in T]: { readonly [V in VariableNames<N>]?: CompleterInput } };
  policy?: Policy;
  /** What a request may carry. @default see `defaultLimits` of the protocol package */
  limits?: Partial<Limits>;
  /** Declare the capability even if nothing can be completed yet when the server connects. @default false */
  lateRegistration?: boolean;
  /** Told of every request when it has ended. Must not throw. */
  onEvent?: (event: CompletionEvent) => void;
  /**
   * Told of every completion when it has ended, and on an attached server with rules of access of every prompt and resource that
   * is asked for: who, what, and what came of it. Must not throw.
   */
  onAudit?: (record: AuditRecord) => void;
  /** Told of every fault that the wire is not told of. @default console.error */
  onError?: (error: unknown, where: { ref: CompletionRef | undefined; argument: string | undefined }) => void;
  clock?: Clock;
}

/** The completers of one prompt: by the names of its schema where that is known. */
export type PromptCompleters<S, N extends string> = N extends keyof S
  ? { readonly [A in ArgumentNames<S[N]>]?: CompleterInput }
  : { readonly [argument: string]: CompleterInput };
