import { errorCodes, type CompletionRef } from '@mcp-typeahead/protocol';
import type { Audit, AuditOutcome, AuditRecord } from '../audit/audit-record.js';
import type { Ask, Peer } from '../engine/peer.js';
import type { ClientContext } from './interceptor.js';
import type { TracedRequest } from './trace-completion.js';

export interface AuditedCompletion {
  context: ClientContext;
  request: TracedRequest;
  count?: number | undefined;
  code?: number | undefined;
  /** Where the code does not say it. */
  outcome?: AuditOutcome | undefined;
}

export interface AuditedRequest {
  context: ClientContext;
  action: string;
  ref: CompletionRef;
  isAllowed: boolean;
  peer: Peer;
  ask: Ask;
}

/** Writes down what one conversation asks for. */
export interface AuditTrail {
  completion(completion: AuditedCompletion): void;
  /** A prompt or resource under rules of access. It is named as soon as the upstream's list says what it is. */
  request(request: AuditedRequest): Promise<void>;
}

/** @param upstream its name, where there are several */
export function createAuditTrail(audit: Audit, upstream: string | undefined): AuditTrail {
  const write = ({ principal, address }: ClientContext, what: Partial<AuditRecord>): void => {
    const known = Object.entries({
      at: new Date().toISOString(),
      upstream,
      principal: principal?.id,
      address,
      ...what,
    }).filter(([, value]) => value !== undefined);
    audit(Object.fromEntries(known) as unknown as AuditRecord);
  };
  return {
    completion({ context, request, count, code, outcome = outcomeOf(count, code) }) {
      write(context, { action: 'completion/complete', ...request, count, outcome, code } as AuditRecord);
    },
    async request({ context, action, ref, isAllowed, peer, ask }) {
      // Until the list is known nobody can tell the name of a prompt from what somebody typed.
      await peer.readList(ref.type === 'ref/prompt' ? 'prompts' : 'resources', ask).catch(() => {});
      const name = peer.recognise(ref)?.name;
      write(context, {
        action,
        ref: ref.type,
        ...(name !== undefined && { name }),
        outcome: isAllowed ? 'allowed' : 'forbidden',
      });
    },
  };
}

function outcomeOf(count: number | undefined, code: number | undefined): AuditOutcome {
  if (code !== undefined) return code === errorCodes.rateLimited ? 'limited' : 'error';
  return count === undefined || count === 0 ? 'empty' : 'values';
}
