/** What came of a request. */
export type AuditOutcome =
  /** A completion with values, or without. */
  | 'values'
  | 'empty'
  /** A prompt or resource that the rules of access allow. */
  | 'allowed'
  /** Forbidden by a rule of access, and answered as unknown. */
  | 'forbidden'
  /** Over a limit. */
  | 'limited'
  | 'error'
  /** The client did not wait. */
  | 'aborted';

/** Who asked for what, and what came of it. Has no values, neither typed nor shown, and no URIs that hold one. */
export interface AuditRecord {
  /** When it ended, as in `2026-07-28T09:30:00.000Z`. */
  readonly at: string;
  /** Name of the upstream, where there are several. */
  readonly upstream?: string;
  /** Id of the principal; absent: nobody. */
  readonly principal?: string;
  /** Network of the client. */
  readonly address?: string;
  readonly action: string;
  readonly ref?: 'ref/prompt' | 'ref/resource';
  /** The prompt or template, as it is listed or configured; absent where the client's name is none. */
  readonly name?: string;
  readonly argument?: string;
  /** How much was typed, in UTF-16 units. */
  readonly valueLength?: number;
  /** Values sent. */
  readonly count?: number;
  readonly outcome: AuditOutcome;
  /** Of the error on the wire. */
  readonly code?: number;
}

/** Takes records, in the order in which requests end. */
export type Audit = (record: AuditRecord) => void;
