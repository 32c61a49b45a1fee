import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { PermitRequest } from '../engine.js';
import { createDisguise } from '../policy/disguise.js';
import { member } from '../schema/inner-schemas.js';
import { readContext } from './request-context.js';
import type { SdkHandler, SdkServer } from './sdk-server.js';
import { unsupportedServer } from './install-handler.js';
import { isProtocolError } from './protocol-error.js';

/** Which of these may the sender of a request get? Rejects where that cannot be found out. */
export type Permit = (request: Omit<PermitRequest, 'directory'>) => Promise<readonly boolean[]>;

/** Requests for one thing, and which member of `params` names it. */
const requests: ReadonlyMap<string, 'name' | 'uri'> = new Map<
  NonNullable<PermitRequest['action']>,
  'name' | 'uri'
>([
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['resources/subscribe', 'uri'],
]);

/** Lists, where a result has its entries, and which member of an entry names it. */
const lists: ReadonlyMap<string, readonly [key: string, name: 'name' | 'uri' | 'uriTemplate']> = new Map([
  ['prompts/list', ['prompts', 'name']],
  ['resources/list', ['resources', 'uri']],
  ['resources/templates/list', ['resourceTemplates', 'uriTemplate']],
]);

/**
 * Puts the rules of completions before a server's own handlers for prompts and resources, those that are there and those to
 * come.
 * @throws CompletionsError `unsupported-server` where the handlers cannot be found: rules that do not hold would be worse
 */
export function guardServer(low: SdkServer, permit: Permit): void {
  const handlers = member(low, '_requestHandlers');
  if (!(handlers instanceof Map)) throw unsupportedServer();
  const guarded = new WeakSet<SdkHandler>();
  const guardAll = (): void => {
    for (const method of [...requests.keys(), ...lists.keys()]) {
      const handler = handlers.get(method) as SdkHandler | undefined;
      if (handler === undefined || guarded.has(handler)) continue;
      const behind = lists.has(method)
        ? guardList(method, handler, permit)
        : guardRequest(method, handler, permit);
      guarded.add(behind);
      handlers.set(method, behind);
    }
  };
  const setRequestHandler = low.setRequestHandler.bind(low);
  low.setRequestHandler = (...parts) => {
    setRequestHandler(...parts);
    guardAll();
  };
  guardAll();
}

function guardRequest(method: string, handler: SdkHandler, permit: Permit): SdkHandler {
  const key = requests.get(method)!;
  return async (request, context) => {
    const params = member(request, 'params');
    const name = member(params, key);
    // What is malformed the handler refuses itself.
    if (typeof name !== 'string') return handler(request, context);
    const [isAllowed] = await permit({
      refs: [toRef(key, name)],
      caller: readContext(context).caller,
      action: method as PermitRequest['action'],
    });
    if (isAllowed === true) return handler(request, context);
    const disguise = createDisguise();
    const asked = { ...(params as object), [key]: disguise.of(name) };
    try {
      return disguise.undo(await handler({ ...(request as object), params: asked }, context));
    } catch (error) {
      if (!isProtocolError(error)) throw error;
      // In place: the SDK words some of its own errors by their class and the client's revision.
      throw Object.assign(error, { message: disguise.undo(error.message), data: disguise.undo(error.data) });
    }
  };
}

function guardList(method: string, handler: SdkHandler, permit: Permit): SdkHandler {
  const [key, name] = lists.get(method)!;
  return async (request, context) => {
    const result = await handler(request, context);
    const entries = member(result, key);
    if (!Array.isArray(entries)) return result;
    const { caller, era } = readContext(context);
    const refs = entries.map((entry) => toRef(name, String(member(entry, name))));
    const allowed = await permit({ refs, caller, action: undefined });
    return {
      ...(result as object),
      [key]: entries.filter((_, at) => allowed[at] === true),
      // Whether or not something was left out: else this would tell.
      ...(era === 'modern' && { cacheScope: 'private' }),
    };
  };
}

function toRef(key: 'name' | 'uri' | 'uriTemplate', name: string): CompletionRef {
  return key === 'name' ? { type: 'ref/prompt', name } : { type: 'ref/resource', uri: name };
}
