import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { CompletionOutcome } from '../completion-event.js';

/** Who asked for what, and what came of it. Has no values, neither typed nor shown, and no URIs that hold one. */
export interface AuditRecord {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** Id of the principal; undefined: nobody. */
  principal: string | undefined;
  /** Network of the client, where it is known. */
  address: string | undefined;
  action: 'completion/complete' | 'prompts/get' | 'resources/read' | 'resources/subscribe';
  /** A prompt or template that exists, as its author wrote it; undefined where the client's name is none. */
  ref: CompletionRef | undefined;
  argument: string | undefined;
  /** How much was typed, in UTF-16 units. */
  valueLength: number | undefined;
  /** Values sent. */
  count: number | undefined;
  /** Of anything but completions only whether the rules of access allow it. */
  outcome: CompletionOutcome | 'allowed';
  /** Code on the wire. */
  errorCode: number | undefined;
}
