import type { CompletionRef, JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { createDisguise } from '@mcp-typeahead/server';
import { asObject } from '../json-object.js';

/** Whether the client may have what a ref names. */
export type Permit = (ref: CompletionRef) => boolean;

/** How a request goes on to the upstream, and how its response comes back. */
export interface Guarded {
  request: JsonRpcRequest;
  toClient(response: JsonRpcResponse): JsonRpcResponse;
}

/** Requests for one thing, and which member of `params` names it. */
const requests: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['resources/subscribe', 'uri'],
]);

/** Lists: where a result has its entries, and which member of an entry names it. */
const lists: ReadonlyMap<string, readonly [key: string, name: 'name' | 'uri' | 'uriTemplate']> = new Map([
  ['prompts/list', ['prompts', 'name']],
  ['resources/list', ['resources', 'uri']],
  ['resources/templates/list', ['resourceTemplates', 'uriTemplate']],
]);

/**
 * The rules of access for all that is not a completion. What is forbidden is asked for under a name that nobody has, so that
 * the upstream's own answer to an unknown one comes back, when and as it always does. Undefined: the request may pass.
 */
export function guardRequest(request: JsonRpcRequest, permit: Permit): Guarded | undefined {
  const { method } = request;
  const key = requests.get(method);
  if (key !== undefined) return guardNamed(request, key, permit);
  const list = lists.get(method);
  if (list !== undefined) {
    return { request, toClient: (response) => withoutForbidden(response, list, permit) };
  }
  return method === 'subscriptions/listen' ? guardSubscription(request, permit) : undefined;
}

/** What a request is for, where rules of access are about it. */
export function refOf({ method, params }: JsonRpcRequest): CompletionRef | undefined {
  const key = requests.get(method);
  const name = key && asObject(params)?.[key];
  return key !== undefined && typeof name === 'string' ? toRef(key, name) : undefined;
}

function guardNamed(request: JsonRpcRequest, key: 'name' | 'uri', permit: Permit): Guarded | undefined {
  const params = asObject(request.params);
  const name = params?.[key];
  // What is malformed the upstream refuses itself.
  if (typeof name !== 'string' || permit(toRef(key, name))) return undefined;
  const disguise = createDisguise();
  return {
    request: { ...request, params: { ...params, [key]: disguise.of(name) } },
    toClient: (response) => disguise.undo(response),
  };
}

function withoutForbidden(
  response: JsonRpcResponse,
  [key, name]: readonly [string, 'name' | 'uri' | 'uriTemplate'],
  permit: Permit,
): JsonRpcResponse {
  const result = 'result' in response ? asObject(response.result) : undefined;
  const entries = result?.[key];
  if (result === undefined || !Array.isArray(entries)) return response;
  const allowed = entries.filter((entry) => {
    const named = asObject(entry)?.[name];
    return typeof named === 'string' && permit(toRef(name, named));
  });
  return {
    ...response,
    result: {
      ...result,
      [key]: allowed,
      // Whether or not something was left out: else this would tell.
      ...(Object.hasOwn(result, 'cacheScope') && { cacheScope: 'private' }),
    },
  };
}

/** Of the resources that a client wants to hear of, those that it may read. */
function guardSubscription(request: JsonRpcRequest, permit: Permit): Guarded | undefined {
  const params = asObject(request.params);
  const notifications = asObject(params?.['notifications']);
  const uris = notifications?.['resourceSubscriptions'];
  if (!Array.isArray(uris)) return undefined;
  const isAllowed = (uri: unknown): boolean => typeof uri !== 'string' || permit(toRef('uri', uri));
  const allowed = uris.filter(isAllowed);
  const filtered = { ...params, notifications: { ...notifications, resourceSubscriptions: allowed } };
  return { request: { ...request, params: filtered }, toClient: (response) => response };
}

function toRef(key: 'name' | 'uri' | 'uriTemplate', name: string): CompletionRef {
  return key === 'name' ? { type: 'ref/prompt', name } : { type: 'ref/resource', uri: name };
}
