import { parseArgs } from 'node:util';
import { serveStdio } from '@mcp-typeahead/server/stdio';
import type { McpServer } from '@modelcontextprotocol/server';
import { createDeskCompletions } from './completions.js';
import { createIncidentDesk } from './incident-desk.js';
import { createIncidentLog } from './incident-log.js';
import { listenHttp } from './listen-http.js';

/** `incident-desk` serves on stdio; `incident-desk --http PORT` on http://127.0.0.1:PORT/mcp. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { http: { type: 'string' } } });
  const completions = createDeskCompletions();
  const incidents = createIncidentLog();
  const factory = (): McpServer => createIncidentDesk({ completions, incidents });
  if (values.http === undefined) {
    await serveStdio(factory);
    return;
  }
  const port = Number(values.http);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError('--http takes a port number: --http 8000 (0 takes any free port)');
  }
  const { url } = await listenHttp(factory, port);
  process.stderr.write(`incident-desk listens on ${url}\n`);
}
