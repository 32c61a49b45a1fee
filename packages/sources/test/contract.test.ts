import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CandidateInput } from '@mcp-typeahead/server';
import { ProtocolError } from '@modelcontextprotocol/server';
import {
  directorySource,
  fileSource,
  httpSource,
  mcpResourceSource,
  mcpToolSource,
  rowSource,
  SourceError,
} from '../src/index.js';
import { sendJson, serveJson } from './support/json-server.js';
import { connectMcp } from './support/mcp-pair.js';
import { temporaryFolder } from './support/temporary-folder.js';
import { testIoSource, valuesOf, type SourceSetUp } from './support/test-io-source.js';

const folder = temporaryFolder();
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `value-${index}`);

const writers: Readonly<Record<string, (candidates: readonly CandidateInput[]) => string>> = {
  txt: (candidates) =>
    valuesOf(candidates)
      .map((value) => `${value}\n`)
      .join(''),
  json: (candidates) => JSON.stringify(candidates),
  ndjson: (candidates) => candidates.map((candidate) => `${JSON.stringify(candidate)}\n`).join(''),
  csv: (candidates) => ['name', ...valuesOf(candidates).map(quoted)].join('\r\n'),
};

for (const [extension, write] of Object.entries(writers)) {
  testIoSource({
    name: `A file of ${extension}`,
    keepsLastGood: true,
    create: (candidates) => {
      const path = folder.write(`contract.${extension}`, write(candidates));
      let content = write(candidates);
      return {
        source: fileSource({ path }),
        replace: (values) => writeFileSync(path, (content = write(values))),
        // Neither UTF-8 nor anything else.
        breakDown: () => writeFileSync(path, Buffer.from([0xc3, 0x28, 0xff])),
        mend: () => writeFileSync(path, content),
      };
    },
  });
}

let folders = 0;

function createFolder(values: readonly string[]): SourceSetUp & { root: string } {
  const root = folder.path(`contract-${(folders += 1)}`);
  const fill = (names: readonly string[]): void => {
    for (const name of names) writeFileSync(join(root, name), '');
  };
  mkdirSync(root);
  fill(values);
  return {
    root,
    source: directorySource({ root }),
    options: { cache: false },
    replace: fill,
    breakDown: () => renameSync(root, `${root}-away`),
    mend: () => {
      rmSync(root, { recursive: true, force: true });
      renameSync(`${root}-away`, root);
    },
  };
}

testIoSource({
  name: 'A directory',
  create: (candidates) => {
    const { mend, breakDown, ...others } = createFolder(valuesOf(candidates));
    let isAway = false;
    return {
      ...others,
      breakDown: () => ((isAway = true), breakDown()),
      mend: () => {
        if (isAway) void mend();
        isAway = false;
      },
    };
  },
  createTooMany: () => ({
    source: directorySource({ root: createFolder(numbered(30)).root, maxEntries: 20 }),
  }),
});

const token = 'hunter2-token';

/** `/list` has all items, `/find?q=` those that begin with a text. */
async function createHttp(
  candidates: readonly CandidateInput[],
  path: string,
): Promise<SourceSetUp & { origin: string }> {
  let items = candidates;
  const answer: Parameters<typeof serveJson>[0] = (request, response) => {
    const typed = new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '';
    const found = items.filter((item) => valuesOf([item])[0]?.startsWith(typed));
    sendJson(response, { found, count: found.length });
  };
  const server = await serveJson(answer);
  const isDown: typeof answer = (_, response) => void response.writeHead(503).end(`{"secret":"${token}"}`);
  return {
    origin: server.origin,
    source: httpSource({
      url: `${server.origin}${path}`,
      headers: { authorization: `Bearer ${token}` },
      pointer: '/found',
      total: '/count',
    }),
    replace: (values) => void (items = values),
    breakDown: () => void (server.handler = isDown),
    mend: () => void (server.handler = answer),
    holdUp: () => void (server.handler = () => {}),
    close: server.close,
  };
}

testIoSource({
  name: 'An HTTP list',
  secrets: [token],
  canHang: true,
  create: (candidates) => createHttp(candidates, '/list'),
  createTooMany: async () => {
    const { close, origin } = await createHttp(numbered(30), '/list');
    const source = httpSource({ url: `${origin}/list`, pointer: '/found', maxCandidates: 20 });
    return { source, ...(close && { close }) };
  },
});

testIoSource({
  name: 'An HTTP search',
  secrets: [token],
  canHang: true,
  create: (candidates) => createHttp(candidates, '/find?q={value}&key=hunter2-token'),
  createTooMany: async () => {
    const { close, origin } = await createHttp(numbered(30), '/list');
    const source = httpSource({ url: `${origin}/find?q={value}`, pointer: '/found' });
    return { source, ...(close && { close }) };
  },
});

async function createMcp(
  candidates: readonly CandidateInput[],
  make: 'resources' | 'tool',
): Promise<SourceSetUp> {
  let values = valuesOf(candidates);
  const answer: Parameters<typeof connectMcp>[0] = (params) => {
    if (make === 'tool') {
      const typed = (params.arguments as { query: string }).query;
      const found = values.filter((value) => value.startsWith(typed)).map((login) => ({ login }));
      return { content: [], structuredContent: { found } };
    }
    return {
      resources: values.map((value) => ({ uri: `user://${encodeURIComponent(value)}`, name: value })),
    };
  };
  const pair = await connectMcp(answer);
  const { caller, close } = pair;
  return {
    source:
      make === 'tool'
        ? mcpToolSource({
            caller,
            tool: 'find',
            arguments: { query: '{value}' },
            pointer: '/found',
            column: 'login',
          })
        : mcpResourceSource({ caller, template: 'user://{login}', variable: 'login' }),
    replace: (next) => void (values = [...next]),
    breakDown: () =>
      void (pair.handler = (params) => {
        throw new ProtocolError(-32000, `cannot find ${JSON.stringify(params)} with ${token}`);
      }),
    mend: () => void (pair.handler = answer),
    holdUp: () => void (pair.handler = () => new Promise(() => {})),
    close,
  };
}

testIoSource({
  name: 'Resources of an MCP server',
  secrets: [token],
  canHang: true,
  create: (candidates) => createMcp(candidates, 'resources'),
  createTooMany: async () => {
    const { caller, close } = await connectMcp(() => ({
      resources: numbered(30).map((name) => ({ uri: `user://${name}`, name })),
    }));
    const bounds = { maxResources: 20 };
    return {
      source: mcpResourceSource({ caller, template: 'user://{login}', variable: 'login', ...bounds }),
      close,
    };
  },
});

testIoSource({
  name: 'A tool of an MCP server',
  secrets: [token],
  canHang: true,
  create: (candidates) => createMcp(candidates, 'tool'),
});

testIoSource({
  name: 'Rows',
  canHang: true,
  create: (candidates) => {
    let values = valuesOf(candidates);
    let isDown = false;
    let isHeld = false;
    const rows = async function* ({ value }: { value: string }): AsyncGenerator<string> {
      if (isDown) throw new SourceError('unreachable', 'rows: cannot be reached');
      if (isHeld) await new Promise(() => {});
      for (const row of values) if (row.startsWith(value)) yield row;
    };
    return {
      source: rowSource({ rows }),
      replace: (next) => void (values = [...next]),
      breakDown: () => void (isDown = true),
      holdUp: () => void (isHeld = true),
      mend: () => void (isDown = isHeld = false),
    };
  },
  createTooMany: () => ({ source: rowSource({ rows: () => numbered(1_000), maxRows: 10 }) }),
});
