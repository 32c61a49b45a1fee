import type { CompleteParams } from './completion.js';
import { resolveLimits } from './limits.js';
import type { Limits } from './limits.js';
import type { CompletionRef } from './ref.js';
import { invalidParams } from './wire-error.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Validates the parameters of `completion/complete`. Looks at own properties only, ignores unknown ones, and accepts
 * any string as a value. A context value over the limit is left out.
 *
 * @throws WireError -32602; its message names the member at fault and what was expected, and quotes no value
 * @see MCP 2026-07-28, server/utilities/completion
 */
export function parseCompleteParams(params: unknown, limits?: Partial<Limits>): CompleteParams {
  const resolved = resolveLimits(limits);
  const fields = toObject(params, 'params');
  return {
    ref: parseRef(own(fields, 'ref'), resolved),
    argument: parseArgument(own(fields, 'argument'), resolved),
    context: parseContext(own(fields, 'context'), resolved),
    meta: toOptionalObject(own(fields, '_meta'), 'params._meta'),
  };
}

function parseRef(ref: unknown, limits: Limits): CompletionRef {
  const fields = toObject(ref, 'params.ref');
  const type = own(fields, 'type');
  if (type === 'ref/prompt') {
    const name = toBounded(own(fields, 'name'), 'params.ref.name', limits.maxNameLength);
    return { type, name };
  }
  if (type === 'ref/resource') {
    const uri = toBounded(own(fields, 'uri'), 'params.ref.uri', limits.maxUriLength);
    return { type, uri };
  }
  throw invalidParams('params.ref.type must be "ref/prompt" or "ref/resource"');
}

function parseArgument(argument: unknown, limits: Limits): CompleteParams['argument'] {
  const fields = toObject(argument, 'params.argument');
  return {
    name: toBounded(own(fields, 'name'), 'params.argument.name', limits.maxNameLength),
    value: toBounded(own(fields, 'value'), 'params.argument.value', limits.maxValueLength),
  };
}

function parseContext(context: unknown, limits: Limits): CompleteParams['context'] {
  const path = 'params.context.arguments';
  const given = toOptionalObject(own(toOptionalObject(context, 'params.context'), 'arguments'), path);
  const names = Object.keys(given);
  if (names.length > limits.maxContextArguments) {
    throw invalidParams(`${path} has more than ${limits.maxContextArguments} entries`);
  }
  const kept = Object.create(null) as Record<string, string>;
  for (const name of names) {
    if (name.length > limits.maxNameLength) {
      throw invalidParams(`${path} has a name of more than ${limits.maxNameLength} characters`);
    }
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw invalidParams(mustBe(contextPath(path, name), 'a string', value));
    if (value.length <= limits.maxContextValueLength) kept[name] = value;
  }
  return kept;
}

/** A name goes into a message only if it is plainly a name. */
function contextPath(path: string, name: string): string {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(name) ? `${path}.${name}` : `An entry of ${path}`;
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function toObject(value: unknown, path: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalidParams(mustBe(path, 'an object', value));
}

/** Some clients write null for a member that they leave out. */
function toOptionalObject(value: unknown, path: string): Fields {
  return value === undefined || value === null ? {} : toObject(value, path);
}

function toBounded(value: unknown, path: string, maxLength: number): string {
  if (typeof value !== 'string') throw invalidParams(mustBe(path, 'a string', value));
  if (value.length > maxLength) throw invalidParams(`${path} is longer than ${maxLength} characters`);
  return value;
}

function mustBe(path: string, expected: string, actual: unknown): string {
  if (actual === undefined) return `${path} is missing: it must be ${expected}`;
  return `${path} must be ${expected}, not ${nameOfType(actual)}`;
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
