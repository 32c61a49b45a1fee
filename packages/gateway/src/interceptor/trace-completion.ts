import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { ConfiguredNames } from '../engine/name-review.js';
import type { Peer } from '../engine/peer.js';
import { asObject } from '../json-object.js';

/** Who answered a completion; `gateway` where it refused. */
export type AnsweredBy = 'configuration' | 'upstream' | 'empty' | 'gateway';

/** What may be said of a request: names that exist, and lengths. */
export interface TracedRequest {
  readonly [field: string]: string | number | undefined;
  readonly ref?: 'ref/prompt' | 'ref/resource';
  readonly name?: string | undefined;
  readonly argument?: string | undefined;
  readonly valueLength: number | undefined;
}

export interface TraceOptions {
  params: unknown;
  peer: Peer;
  names: ConfiguredNames | undefined;
}

/**
 * What the log may say of a request. A reference and an argument are named only if the configuration or the upstream's lists,
 * as far as they are known, have them: else they are what somebody typed.
 */
export function traceRequest({ params, peer, names }: TraceOptions): TracedRequest {
  const object = asObject(params);
  const given = asObject(object?.['ref']);
  const argument = asObject(object?.['argument']);
  const type = given?.['type'];
  const name = given?.[type === 'ref/prompt' ? 'name' : 'uri'];
  const value = argument?.['value'];
  const valueLength = typeof value === 'string' ? value.length : undefined;
  if ((type !== 'ref/prompt' && type !== 'ref/resource') || typeof name !== 'string') return { valueLength };
  const ref: CompletionRef = type === 'ref/prompt' ? { type, name } : { type, uri: name };
  const listed = peer.recognise(ref);
  const configured = names?.[type === 'ref/prompt' ? 'prompts' : 'resources'];
  const known = listed?.name ?? (configured?.has(name) === true ? name : undefined);
  const slots = known === undefined ? undefined : configured?.get(known);
  const argumentName = argument?.['name'];
  const isKnown =
    typeof argumentName === 'string' &&
    (slots?.has(argumentName) === true || listed?.argumentNames?.includes(argumentName) === true);
  return { ref: type, name: known, argument: isKnown ? argumentName : undefined, valueLength };
}

/** How many values a result has. */
export function countOf(result: unknown): number | undefined {
  const values = asObject(asObject(result)?.['completion'])?.['values'];
  return Array.isArray(values) ? values.length : undefined;
}
