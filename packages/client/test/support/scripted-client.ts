import type { Clock } from '@mcp-typeahead/client';

/** A request that the client was asked to send. */
export interface SentRequest {
  readonly value: string;
  readonly argument: string;
  readonly context: Readonly<Record<string, string>> | undefined;
  readonly params: Params;
  readonly at: number;
  isAborted: boolean;
}

interface Params {
  readonly ref: object;
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments: Readonly<Record<string, string>> };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Script {
  clock: Clock;
  /** The result; an Error is thrown. */
  answer: (params: Params, index: number) => unknown;
  latencyMs?: number | ((params: Params) => number);
  /** Whether the server goes on for what was cancelled, and takes requests one after another. */
  isSerial?: boolean;
}

/** A client of another make than the SDK's: it has `complete` and nothing else. Answers come when the clock says so. */
export interface ScriptedClient {
  readonly requests: SentRequest[];
  /** Values asked for, in order. */
  readonly values: string[];
  complete(params: Params, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export function createScriptedClient({
  clock,
  answer,
  latencyMs = 50,
  isSerial = false,
}: Script): ScriptedClient {
  const requests: SentRequest[] = [];
  let freeAt = 0;
  return {
    requests,
    get values() {
      return requests.map(({ value }) => value);
    },
    complete(params, { signal } = {}) {
      const { name, value } = params.argument;
      const request: SentRequest = {
        value,
        argument: name,
        context: params.context?.arguments,
        params,
        at: clock.now(),
        isAborted: false,
      };
      requests.push(request);
      const index = requests.length - 1;
      const latency = typeof latencyMs === 'number' ? latencyMs : latencyMs(params);
      const startsAt = isSerial ? Math.max(freeAt, clock.now()) : clock.now();
      freeAt = startsAt + latency;
      return new Promise((resolve, reject) => {
        clock.schedule(() => {
          const result = answer(params, index);
          if (result instanceof Error) reject(result);
          else resolve(result);
        }, freeAt - clock.now());
        signal?.addEventListener('abort', () => {
          request.isAborted = true;
          // The answer comes all the same when the script is not asked to stop: late, and to be dropped.
        });
      });
    },
  };
}

/** A result with these values, and the truth about them. */
export function result(
  values: readonly unknown[],
  more: object = { total: values.length, hasMore: false },
): object {
  return { completion: { values, ...more } };
}

/** A server over a list that matches beginnings and knows no more than 100 at once. */
export function startingWith(values: readonly string[]): (params: Params) => object {
  return ({ argument }) => {
    const found = values.filter((value) => value.toLowerCase().startsWith(argument.value.toLowerCase()));
    return result(found.slice(0, 100), { total: found.length, hasMore: found.length > 100 });
  };
}

/** The error of a JSON-RPC answer, as SDKs throw it. */
export function rpcError(code: number, data?: unknown): Error {
  return Object.assign(new Error(`MCP error ${code}`), { code, data });
}
