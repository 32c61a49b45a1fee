// Compiled, never run: each line below an expected error must be one, or the compiler complains of the expectation.
import { completable, createCompletions, lookup, values } from '@mcp-typeahead/server';
import type { Completions } from '@mcp-typeahead/server';
import { McpServer } from '@modelcontextprotocol/server';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as z3 from 'zod/v3';

const names = values(['ada']);
const owners = lookup(async ({ value, arguments: given, principal, signal }) => {
  signal.throwIfAborted();
  return [`${value}${given['team'] ?? ''}${principal?.id ?? ''}`, { value: 'x', title: 'X' }];
});

const schemas = {
  zod4: z.object({ owner: z.string(), service: z.string().optional() }),
  zod3: z3.object({ owner: z3.string() }),
  valibot: v.object({ owner: v.string() }),
  arktype: type({ owner: 'string' }),
  json: { type: 'object', properties: { owner: { type: 'string' } } },
} as const;

export const right: Completions = createCompletions({
  schemas,
  prompts: {
    zod4: { owner: owners, service: ['api', { value: 'web', title: 'Web' }] },
    zod3: { owner: names },
    valibot: { owner: names },
    arktype: { owner: names },
    json: { owner: names },
    // A prompt whose schema is not given may have any argument.
    other: { anything: names },
  },
  resources: {
    'repo://{owner}/{repo}/readme': { owner: names, repo: owners },
    'search://{+path}{?query*,limit:3}': { path: names, query: names, limit: names },
  },
});

// @ts-expect-error -- the argument is called owner
createCompletions({ schemas, prompts: { zod4: { ownr: names } } });
// @ts-expect-error -- the argument is called owner
createCompletions({ schemas, prompts: { zod3: { ownr: names } } });
// @ts-expect-error -- the argument is called owner
createCompletions({ schemas, prompts: { valibot: { ownr: names } } });
// @ts-expect-error -- the argument is called owner
createCompletions({ schemas, prompts: { arktype: { ownr: names } } });
// @ts-expect-error -- the argument is called owner
createCompletions({ schemas, prompts: { json: { ownr: names } } });
// @ts-expect-error -- the variable is called owner
createCompletions({ resources: { 'repo://{owner}': { ownr: names } } });
// @ts-expect-error -- the variable is called path, whatever its operator
createCompletions({ resources: { 'file:///{+path}': { '+path': names } } });
// @ts-expect-error -- a bare function is no completer
createCompletions({ prompts: { p: { a: () => ['x'] } } });
// @ts-expect-error -- a completer is a list or made by a function of this package
createCompletions({ prompts: { p: { a: 42 } } });
// @ts-expect-error -- an option that does not exist
values(['a'], { sensitve: true });

// Names that are only known when the program runs are not restricted.
const dynamic: Record<string, Record<string, string[]>> = {};
createCompletions({ prompts: dynamic, resources: dynamic });

// `attach` gives back the type it was given.
export const v2: McpServer = right.attach(new McpServer({ name: 'x', version: '1' }));
export const v1: McpServerV1 = right.attach(new McpServerV1({ name: 'x', version: '1' }));

// `completable` gives back the schema, so that what the prompt's callback gets keeps its type.
export const field: z.ZodString = completable(z.string(), names);
export const sdkStyle: z.ZodString = completable(z.string(), (value, context) => [
  value,
  context?.arguments?.['x'] ?? '',
]);
