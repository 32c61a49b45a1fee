import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Completions } from '@mcp-typeahead/server';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type ConfigError,
  loadConfig,
  parseConfig,
  previewConfig,
  toCompletions,
} from '../../src/config/index.js';

const folder = mkdtempSync(join(tmpdir(), 'typeahead-slots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { TOKEN: 'hunter2' };
const config = (text: string): ReturnType<typeof parseConfig> =>
  parseConfig(text, { file: join(folder, 'typeahead.yaml'), env });
const completionsOf = (text: string): Completions => toCompletions(config(text).completions);
const prompt: CompletionRef = { type: 'ref/prompt', name: 'p' };

interface Asked {
  ref?: CompletionRef;
  value?: string;
  filled?: Record<string, string>;
  session?: { id: string; context: unknown };
}

async function valuesOf(
  completions: Completions,
  argument: string,
  { ref = prompt, value = '', filled = {}, session }: Asked = {},
): Promise<readonly string[]> {
  const params = { ref, argument: { name: argument, value }, context: { arguments: filled } };
  return (await completions.complete({ params, era: 'legacy', session })).completion.values;
}

function problemsOf(text: string): string[] {
  try {
    config(text);
    return [];
  } catch (error) {
    return (error as ConfigError).problems.map(
      ({ code, line, column, message }) => `${line}:${column} ${code} ${message}`,
    );
  }
}

interface Seen {
  url: string | undefined;
  authorization: string | undefined;
}

/** Answers with what it was asked. */
async function serveEcho(): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push({ url, authorization: headers.authorization });
    response.end(JSON.stringify({ rows: [{ id: url, label: `at ${url}` }], count: 1 }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe('a slot of a directory', () => {
  it('offers paths below the folder, relative to the configuration', async () => {
    mkdirSync(join(folder, 'docs/guide'), { recursive: true });
    writeFileSync(join(folder, 'docs/guide/start.md'), '');
    writeFileSync(join(folder, 'docs/index.md'), '');
    writeFileSync(join(folder, 'docs/logo.svg'), '');
    const completions = completionsOf(`
completions:
  prompts:
    p:
      page: { directory: docs, extensions: [.md] }
      place: { directory: { d: ./docs }, files: false }
`);
    expect(await valuesOf(completions, 'page')).toEqual(['guide/', 'index.md']);
    expect(await valuesOf(completions, 'page', { value: 'guide/s' })).toEqual(['guide/start.md']);
    expect(await valuesOf(completions, 'place', { value: 'd/' })).toEqual(['d/guide/']);
    writeFileSync(join(folder, 'docs/new.md'), '');
    expect(await valuesOf(completions, 'page')).toEqual(['guide/', 'index.md', 'new.md']);
  });

  it('whose folder is not there is a fault of the configuration', async () => {
    const file = join(folder, 'missing.yaml');
    writeFileSync(join(folder, 'a-file'), '');
    writeFileSync(
      file,
      'completions: { prompts: { p: { a: { directory: none }, b: { directory: { x: a-file } }, c: { file: no.txt } } } }',
    );
    const error = await loadConfig(file).catch((reason: unknown) => reason);
    expect((error as ConfigError).problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'bad-source none: no such folder',
      'bad-source x: not a folder',
      'bad-source no.txt: no such file',
    ]);
  });
});

describe('a slot of HTTP', () => {
  it('asks with headers from the environment, and with the arguments that it needs', async () => {
    const { origin, seen } = await serveEcho();
    const completions = completionsOf(`
completions:
  prompts:
    p:
      user:
        http: "${origin}/{arguments.team}/users?q={value}"
        headers: { Authorization: "Bearer \${TOKEN}" }
        pointer: /rows
        column: id
        title: label
        total: /count
`);
    expect(await valuesOf(completions, 'user', { value: 'ada' })).toEqual([]);
    expect(seen).toEqual([]);
    expect(await valuesOf(completions, 'user', { value: 'ada', filled: { team: 'a/b' } })).toEqual([
      '/a%2Fb/users?q=ada',
    ]);
    expect(seen).toEqual([{ url: '/a%2Fb/users?q=ada', authorization: 'Bearer hunter2' }]);
    expect(completions.find(prompt, 'user')?.options).toMatchObject({
      needs: ['team'],
      cache: { shared: true, staleMs: 600_000 },
    });
  });

  it('keeps its answers as long as it is told', async () => {
    const { origin, seen } = await serveEcho();
    const completions = completionsOf(`
completions:
  prompts:
    p:
      kept: { http: "${origin}/kept", pointer: /rows, column: id, ttlMs: 60000, staleMs: 5, timeoutMs: 7000 }
      fresh: { http: "${origin}/fresh", pointer: /rows, column: id, ttlMs: 0 }
`);
    for (let round = 0; round < 3; round += 1) {
      await valuesOf(completions, 'kept');
      await valuesOf(completions, 'fresh');
    }
    expect(seen.map(({ url }) => url)).toEqual(['/kept', '/fresh', '/fresh', '/fresh']);
    expect(completions.find(prompt, 'kept')?.options).toMatchObject({
      timeoutMs: 7_000,
      cache: { staleMs: 5 },
    });
  });

  it('that is wrong is refused with its place, and nothing of its address', () => {
    const problems = problemsOf(`completions:
  prompts:
    p:
      a: { http: "https://me:\${TOKEN}@api.example/" }
      b: { http: "https://api.example/\${TOKEN}/{owner}" }
      c: { http: "https://api.example/", headers: { "X-Key": "\${TOKEN}\\n" }, column: "" }
      d: { http: "https://api.example/", format: json }
`);
    expect(problems).toEqual([
      '4:18 bad-value url: expected no user and password; send a header "Authorization"',
      '5:18 bad-value api.example: in braces, expected {value} or {arguments.NAME}; in a URL a brace itself is written %7B or %7D',
      '6:62 bad-value expected a header value without control characters',
      '6:86 wrong-type expected the name of a column, found an empty string',
      '7:42 bad-value "format" goes with "file" only',
    ]);
  });
});

const session = (id: string, ...uris: readonly string[]) => {
  const asked: unknown[] = [];
  const request = async (method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> => {
    asked.push({ method, params });
    if (method === 'tools/call') return { structuredContent: { users: [{ login: `user of ${id}` }] } };
    return { resources: uris.map((uri) => ({ uri, name: uri })) };
  };
  return { id, context: { request }, asked };
};

describe('a slot of the upstream itself', () => {
  const text = `
completions:
  resources:
    "repo://{owner}/{repo}":
      owner: { mcp: resources }
      repo: { mcp: resources }
  prompts:
    p:
      repo: { mcp: { resources: "repo://{owner}/{repo}", variable: repo } }
      user:
        mcp: { tool: find, arguments: { q: "{value}", team: "{arguments.team}", limit: 5 } }
        pointer: /users
        column: login
`;

  it('is asked through the session, and no session gets what another has', async () => {
    const completions = completionsOf(text);
    const first = session('1', 'repo://octo/docs', 'repo://acme/site');
    const second = session('2', 'repo://other/secret');
    const uri = 'repo://{owner}/{repo}';
    const ref: CompletionRef = { type: 'ref/resource', uri };
    expect(await valuesOf(completions, 'owner', { ref, session: first })).toEqual(['octo', 'acme']);
    expect(await valuesOf(completions, 'owner', { ref, session: second })).toEqual(['other']);
    expect(await valuesOf(completions, 'repo', { ref, session: first, filled: { owner: 'acme' } })).toEqual([
      'site',
    ]);
    expect(await valuesOf(completions, 'repo', { session: second })).toEqual(['secret']);
    expect(await valuesOf(completions, 'owner', { ref, session: first })).toEqual(['octo', 'acme']);
    expect(first.asked).toHaveLength(2);
  });

  it('calls a tool with what is typed and filled in', async () => {
    const completions = completionsOf(text);
    const first = session('1');
    expect(await valuesOf(completions, 'user', { session: first, value: 'u' })).toEqual([]);
    expect(
      await valuesOf(completions, 'user', { session: first, value: 'u', filled: { team: 'core' } }),
    ).toEqual(['user of 1']);
    expect(first.asked).toEqual([
      { method: 'tools/call', params: { name: 'find', arguments: { q: 'u', team: 'core', limit: 5 } } },
    ]);
  });

  it('is an error where nobody is connected', async () => {
    const errors: unknown[] = [];
    const completions = toCompletions(config(text).completions, { onError: (error) => errors.push(error) });
    await expect(valuesOf(completions, 'repo')).rejects.toMatchObject({ code: -32603 });
    expect(errors[0]).toMatchObject({ code: 'unreachable' });
  });

  it('that is wrong is refused with its place', () => {
    const problems = problemsOf(`completions:
  prompts:
    p:
      a: { mcp: resources }
      b: { mcp: { resources: "x://{y}" } }
      c: { mcp: { resources: "x://{y}", variable: z } }
      d: { mcp: { resources: "x://{y}", variable: y }, column: z }
      e: { mcp: { tool: t, arguments: { q: "{typed}" } } }
`);
    expect(problems.map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      '4:17 bad-value',
      '5:30 missing-key',
      '6:17 bad-value',
      '7:56 bad-value',
      '8:17 bad-value',
    ]);
  });
});

describe('the preview', () => {
  it('asks no server, and lists what is on this machine', async () => {
    const { origin, seen } = await serveEcho();
    mkdirSync(join(folder, 'seen'), { recursive: true });
    writeFileSync(join(folder, 'seen/a.txt'), '');
    const previews = await previewConfig(
      config(
        `completions: { prompts: { p: { a: { directory: seen }, b: { http: "${origin}/" }, c: { mcp: { tool: t } } } } }`,
      ),
    );
    expect(previews.map(({ argument, size, values }) => ({ argument, size, values }))).toEqual([
      { argument: 'a', size: undefined, values: ['a.txt'] },
      { argument: 'b', size: undefined, values: [] },
      { argument: 'c', size: undefined, values: [] },
    ]);
    expect(seen).toEqual([]);
  });
});
