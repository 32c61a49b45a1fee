import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Answer } from './answer/answer.js';
import type { ArgumentController, ArgumentOptions } from './argument/argument-controller.js';
import type { Change } from './connection/connection.js';
import type { McpClient } from './connection/mcp-client.js';
import type { LinkEvent } from './events.js';
import type { PromptInfo, TemplateInfo } from './listed.js';

/** One completion, outside of any field. */
export interface CompleteRequest {
  ref: CompletionRef;
  argument: string;
  /** @default '' */
  value?: string;
  /** The other arguments that are filled in. @default none */
  context?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** @default that of the typeahead */
  timeoutMs?: number;
}

/** Completions of one MCP client, for all its fields. */
export interface Typeahead {
  /** What it was made for. */
  readonly client: McpClient;
  /** The suggestions of one field. */
  argument(options: ArgumentOptions): ArgumentController;
  /**
   * Asks once, or takes the answer that is kept. Rejects with a `ClientError` (`unsupported`, `timeout`, `rate-limited`, `refused`,
   * `disconnected`, `session-gone`), or with the reason of the signal; a value in the answer is never an error.
   */
  complete(request: CompleteRequest): Promise<Answer>;
  /** All prompts, over all pages. Rejects with a `ClientError`. */
  listPrompts(): Promise<PromptInfo[]>;
  /** All resource templates, over all pages. Rejects with a `ClientError`. */
  listTemplates(): Promise<TemplateInfo[]>;
  /** Whether the server can be asked: false with one that completes nothing, undefined until the client has connected. */
  isSupported(): boolean | undefined;
  /** Calls back when lists of the server changed, and when the client has connected or disconnected. */
  onChange(listener: (change: Change) => void): () => void;
  /** Forgets all answers, and that the server may have refused; open fields ask again. Done by itself where the client is of an SDK. */
  invalidate(): void;
  /** Passes an event on to `onEvent`: for forms, which know what became of the values. */
  tell(event: LinkEvent): void;
  /** Cancels everything that is on its way; fields ask nothing any more. The client stays connected. */
  dispose(): void;
}
