import { createListeners, type MessageListener, type Wire, type WireClosed } from '@mcp-typeahead/connect';
import { isRequest, isResponse, type JsonRpcMessage, type JsonRpcRequest } from '@mcp-typeahead/protocol';
import { createFixedAccess, type Principal } from '@mcp-typeahead/server';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { toCompletions } from '../../src/config/to-completions.js';
import { createRoute } from '../../src/create-route.js';
import { createEngine } from '../../src/engine/engine.js';
import { silentLog } from '../../src/log.js';
import type { Route } from '../../src/route.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { modern } from '../support/modern.js';

/**
 * Two worlds: in one of them there are prompts, templates and values that only B may have; in the other there are none of them,
 * neither in the configuration nor behind the gateway. A and B ask the same, interleaved in the same way. A must hear the same
 * in both, in the same order.
 */
const principals: Record<'A' | 'B', Principal> = {
  A: { id: 'user:A', claims: { groups: ['a'], scopes: [] } },
  B: { id: 'user:B', claims: { groups: ['b'], scopes: [] } },
};

const rules = `
access:
  prompts: { "hidden*": { groups: [b] } }
  resources: { "vault://{key}": { groups: [b] } }
`;

function configOf(hasSecrets: boolean) {
  const ofB = hasSecrets ? ', { value: apfel-b, visibleTo: { users: [B, "user:B"] } }' : '';
  const hidden = hasSecrets ? 'hidden: { x: [secret-b] }' : '';
  const kept = hasSecrets ? '{ values: [secret-b], visibleTo: { groups: [b] } }' : '{ values: [] }';
  return parseConfig(
    `${rules}
completions:
  prompts:
    open: { a: [apple, apricot${ofB}], kept: ${kept} }
    ${hidden}
`,
    { file: '/etc/typeahead.yaml' },
  );
}

const unknown = (name: string): object => ({
  error: { code: -32602, message: `There is no ${name}`, data: { name } },
});

/** An MCP server that lists and completes, and answers a turn of the event loop later. */
function answerOf({ method, params }: JsonRpcRequest, hasSecrets: boolean): object {
  const asked = (params ?? {}) as Record<string, never>;
  const prompts = hasSecrets ? ['open', 'hidden', 'hidden_too'] : ['open'];
  const templates = hasSecrets ? ['doc://{id}', 'vault://{key}'] : ['doc://{id}'];
  const complete = { resultType: 'complete' };
  switch (method) {
    case 'server/discover':
      return { result: { ...complete, capabilities: { prompts: {}, resources: {}, completions: {} } } };
    case 'prompts/list':
      return {
        result: {
          ...complete,
          prompts: prompts.map((name) => ({ name })),
          cacheScope: 'public',
          ttlMs: 5_000,
        },
      };
    case 'resources/templates/list':
      return {
        result: { ...complete, resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate })) },
      };
    case 'resources/list':
      return { result: { ...complete, resources: hasSecrets ? [{ uri: 'vault://listed-b' }] : [] } };
    case 'prompts/get':
      return prompts.includes(asked['name']!)
        ? { result: { ...complete, messages: [] } }
        : unknown(asked['name']!);
    case 'resources/read': {
      const uri: string = asked['uri']!;
      const isThere = uri.startsWith('doc://') || (hasSecrets && uri.startsWith('vault://'));
      return isThere ? { result: { ...complete, contents: [] } } : unknown(uri);
    }
    case 'completion/complete':
      return { result: { ...complete, completion: { values: ['from-upstream'], hasMore: false } } };
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}

function createUpstream(hasSecrets: boolean): Upstream {
  let ids = 0;
  const openExchange = (): Wire => {
    const messages = createListeners<Parameters<MessageListener>>();
    let settle: ((closed: WireClosed) => void) | undefined;
    const closed = new Promise<WireClosed>((resolve) => {
      settle = resolve;
    });
    return {
      async send(message) {
        if (!isRequest(message)) return;
        const response = {
          jsonrpc: '2.0',
          id: message.id,
          ...answerOf(message, hasSecrets),
        } as JsonRpcMessage;
        setImmediate(() => messages.emit(response, {}));
      },
      abandon() {},
      async close() {
        settle?.({ code: 'closed', message: 'closed' });
      },
      closed,
      onMessage: messages.add,
      onNoise: () => () => {},
    };
  };
  return {
    kind: 'url',
    nextId: () => `own-${(ids += 1)}`,
    openSession: () => {
      throw new Error('not in this test');
    },
    openExchange,
    generation: () => 0,
    isModern: async () => true,
    close: async () => {},
  };
}

function createWorld(hasSecrets: boolean): Route {
  const config = configOf(hasSecrets);
  const engine = createEngine({
    completions: toCompletions(config.completions, {
      policy: { rates: { perPrincipal: false, global: false } },
    }),
    names: config.completions,
    access: createFixedAccess(config.access!),
  });
  return createRoute({ upstream: createUpstream(hasSecrets), engine, log: silentLog });
}

type Step =
  | { is: 'ask'; who: 'A' | 'B'; method: string; params: object }
  | { is: 'turn'; count: number }
  | { is: 'wait'; ms: number };

const typed = fc.constantFrom('', 'a', 'ap', 'apfel-b', 'secret-b', 'zz');
const completeStep = fc
  .tuple(
    fc.constantFrom<[object, string]>(
      [{ type: 'ref/prompt', name: 'open' }, 'a'],
      [{ type: 'ref/prompt', name: 'open' }, 'kept'],
      [{ type: 'ref/prompt', name: 'open' }, 'other'],
      [{ type: 'ref/prompt', name: 'hidden' }, 'x'],
      [{ type: 'ref/prompt', name: 'hidden_too' }, 'x'],
      [{ type: 'ref/prompt', name: 'HIDDEN' }, 'x'],
      [{ type: 'ref/prompt', name: 'absent' }, 'x'],
      [{ type: 'ref/resource', uri: 'doc://{id}' }, 'id'],
      [{ type: 'ref/resource', uri: 'vault://{key}' }, 'key'],
      [{ type: 'ref/resource', uri: 'vault://listed-b' }, 'key'],
      [{ type: 'ref/resource', uri: 'absent://{key}' }, 'key'],
    ),
    typed,
  )
  .map(([[ref, name], value]) => ({
    method: 'completion/complete',
    params: { ref, argument: { name, value } },
  }));
const otherStep = fc.constantFrom(
  ...['prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({ method, params: {} })),
  ...['open', 'hidden', 'hidden_too', 'Hidden', 'absent'].map((name) => ({
    method: 'prompts/get',
    params: { name },
  })),
  ...['doc://1', 'vault://listed-b', 'VAULT://1', 'vault://%31', 'absent://1'].map((uri) => ({
    method: 'resources/read',
    params: { uri },
  })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom('A' as const, 'B' as const),
        fc.oneof({ weight: 3, arbitrary: completeStep }, { weight: 2, arbitrary: otherStep }),
      )
      .map(([who, asked]) => ({ is: 'ask' as const, who, ...asked })),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }).map((count) => ({ is: 'turn' as const, count })) },
  { weight: 1, arbitrary: fc.constantFrom(100, 1_500, 120_000).map((ms) => ({ is: 'wait' as const, ms })) },
);

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Everything that A and B are told, in order, with the turn in which it came. */
async function hear(steps: readonly Step[], hasSecrets: boolean): Promise<{ A: unknown[]; B: unknown[] }> {
  const route = createWorld(hasSecrets);
  const heard: { A: unknown[]; B: unknown[] } = { A: [], B: [] };
  let turns = 0;
  const waiting = new Set<number>();
  const pass = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      await turn();
      turns += 1;
    }
  };
  for (const [at, one] of steps.entries()) {
    if (one.is === 'turn') await pass(one.count);
    else if (one.is === 'wait') vi.setSystemTime(Date.now() + one.ms);
    else {
      const { who, method, params } = one;
      const principal = principals[who];
      waiting.add(at);
      const exchange = route.openExchange((message) => {
        if (!isResponse(message)) return;
        waiting.delete(at);
        heard[who].push([at, turns, JSON.parse(JSON.stringify(message))]);
        void exchange.close();
      }, principal.id);
      const request: JsonRpcRequest = {
        jsonrpc: '2.0',
        id: at,
        method,
        params: modern(params) as Record<string, unknown>,
      };
      exchange.fromClient(request, { principal, address: '192.0.2.1' });
    }
  }
  for (let at = 0; waiting.size > 0 && at < 200; at += 1) await pass(1);
  expect(waiting.size).toBe(0);
  return heard;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it(
  'nothing that one principal hears of the gateway tells of what is there for another',
  { timeout: 300_000 },
  async () => {
    let runs = 0;
    let seenByB = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        runs += 1;
        vi.setSystemTime(1_000_000);
        const there = await hear(steps, true);
        vi.setSystemTime(1_000_000);
        const absent = await hear(steps, false);
        expect(there.A).toEqual(absent.A);
        if (JSON.stringify(there.B) !== JSON.stringify(absent.B)) seenByB += 1;
      }),
      { numRuns: 1_000, endOnFailure: true },
    );
    expect(runs).toBeGreaterThanOrEqual(1_000);
    // The test would say nothing if B had not been shown anything either.
    expect(seenByB).toBeGreaterThan(300);
  },
);
