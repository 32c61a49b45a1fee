import type { IncomingHttpHeaders } from 'node:http';
import type { ParamHeaders } from '@mcp-typeahead/connect';
import { createParamHeaders } from '@mcp-typeahead/connect';
import type { Clock } from '@mcp-typeahead/server';
import type { JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { isErrorResponse, isResponse, metaKeys } from '@mcp-typeahead/protocol';
import type { ClientContext } from '../../interceptor/interceptor.js';
import { asObject, metaOf } from '../../json-object.js';
import type { Route } from '../../route.js';
import { decodeHeaderValue } from './header-value.js';
import type { Refusal } from './refusal.js';
import { httpErrorCodes, refuse } from './refusal.js';

/** What is known of the arguments that tools want mirrored in headers. */
export interface ToolHeaders {
  /** Takes what a client was told of the tools. */
  learn(response: JsonRpcResponse, context: ClientContext): void;
  /**
   * Compares the `Mcp-Param-*` headers of a `tools/call` with its arguments. The upstream is asked
   * for its tools once a life and principal; without an answer the call is let through.
   */
  check(
    call: JsonRpcRequest,
    headers: IncomingHttpHeaders,
    context: ClientContext,
  ): Promise<Refusal | undefined>;
}

interface Known {
  headers: ParamHeaders;
  generation: number;
  loading?: Promise<void>;
}

const listMs = 2_000;
/** Principals whose tools are remembered. */
const maxKnown = 1_000;
const maxPages = 20;

/** Source: MCP 2026-07-28, Streamable HTTP, "Server Behavior for Custom Headers". */
export function createToolHeaders(route: Route, clock: Clock): ToolHeaders {
  /** By principal: the tools of one are not told to another, not even by what is asked of their headers. */
  const known = new Map<string | undefined, Known>();

  /** Another process may have other tools. */
  const current = ({ principal }: ClientContext): Known => {
    const generation = route.upstream.generation(principal?.id);
    const found = known.get(principal?.id);
    const state = found?.generation === generation ? found : { headers: createParamHeaders(), generation };
    known.delete(principal?.id);
    known.set(principal?.id, state);
    for (const oldest of known.keys()) {
      if (known.size <= maxKnown) break;
      known.delete(oldest);
    }
    return state;
  };
  const learn = (response: JsonRpcResponse, context: ClientContext): void => {
    if (!isErrorResponse(response)) current(context).headers.learn(response.result);
  };

  const loadAll = async (call: JsonRpcRequest, context: ClientContext): Promise<void> => {
    let cursor: unknown;
    for (let page = 0; page < maxPages; page++) {
      const response = await ask(route, clock, listRequest(call, cursor), context);
      if (response === undefined || isErrorResponse(response)) return;
      learn(response, context);
      cursor = asObject(response.result)?.['nextCursor'];
      if (typeof cursor !== 'string') return;
    }
  };

  return {
    learn,
    async check(call, headers, context) {
      const params = asObject(call.params) ?? {};
      const { name, arguments: args } = params;
      if (typeof name !== 'string') return undefined;
      const state = current(context);
      state.loading ??= loadAll(call, context);
      await state.loading;
      for (const [header, expected] of Object.entries(state.headers.forCall(name, args))) {
        const given = headers[header.toLowerCase()];
        if (given === undefined) return mismatch(call, `${header} is missing`);
        const isSame = isSameValue(decodeHeaderValue(expected), decodeHeaderValue(String(given).trim()));
        const isNumber = (): boolean => !(header in state.headers.forCall(name, withoutNumbers(args)));
        if (isSame === 'no' || (isSame === 'as numbers' && !isNumber())) {
          return mismatch(call, `${header} differs from the argument`);
        }
      }
      return undefined;
    },
  };
}

/** One request of our own, in the name of a client. */
function ask(
  route: Route,
  clock: Clock,
  request: JsonRpcRequest,
  context: ClientContext,
): Promise<JsonRpcResponse | undefined> {
  return new Promise((resolve) => {
    const settle = (response: JsonRpcResponse | undefined): void => {
      stopWaiting();
      void exchange.close();
      resolve(response);
    };
    const exchange = route.openExchange((message) => {
      if (isResponse(message) && message.id === request.id) settle(message);
    }, context.principal?.id);
    const stopWaiting = clock.schedule(() => settle(undefined), listMs);
    void exchange.closed.then(() => resolve(undefined));
    exchange.fromClient(request, context);
  });
}

function listRequest(call: JsonRpcRequest, cursor: unknown): JsonRpcRequest {
  const meta = metaOf(call.params) ?? {};
  const kept = [metaKeys.protocolVersion, metaKeys.clientInfo, metaKeys.clientCapabilities];
  const _meta = Object.fromEntries(
    kept.flatMap((key) => (Object.hasOwn(meta, key) ? [[key, meta[key]]] : [])),
  );
  const params = { ...(cursor !== undefined && { cursor }), _meta };
  return { jsonrpc: '2.0', id: 'tool-headers', method: 'tools/list', params };
}

function isSameValue(expected: string | undefined, given: string | undefined): 'yes' | 'as numbers' | 'no' {
  if (given === undefined || expected === undefined) return 'no';
  if (expected === given) return 'yes';
  const isDecimal = /^-?\d+(?:\.\d+)?$/.test(given);
  return isDecimal && Number(expected) === Number(given) ? 'as numbers' : 'no';
}

function withoutNumbers(args: unknown): unknown {
  return JSON.parse(
    JSON.stringify(args ?? null, (_, value: unknown) => (typeof value === 'number' ? undefined : value)) ??
      'null',
  );
}

function mismatch(call: JsonRpcRequest, what: string): Refusal {
  return refuse(400, `Header mismatch: ${what}`, { code: httpErrorCodes.headerMismatch, id: call.id });
}
