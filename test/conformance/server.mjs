/**
 * The server that the official conformance suite runs against: `node server.mjs` on stdio, `node server.mjs --http PORT` on
 * http://127.0.0.1:PORT/mcp (0: any free port; the address is the first line on stderr).
 */
import { createDeskCompletions, createIncidentLog } from '@mcp-typeahead/example-incident-desk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseArgs } from 'node:util';
import { createFixtureServer } from './fixtures/create-server.mjs';
import { listenWithSessions } from './fixtures/listen-with-sessions.mjs';

const { values } = parseArgs({ options: { http: { type: 'string' } } });
const completions = createDeskCompletions();
const incidents = createIncidentLog();

/** A connection's own server tells its own client. */
const announceOnConnection = {
  toolsChanged: (server) => server.server.sendToolListChanged(),
  promptsChanged: (server) => server.server.sendPromptListChanged(),
  resourceUpdated: (server, uri) => server.server.sendResourceUpdated({ uri }),
};

if (values.http === undefined) {
  serveStdio(() => createFixtureServer({ completions, incidents, announce: announceOnConnection }));
} else {
  const url = await listenWithSessions({
    port: Number(values.http),
    announceOnConnection,
    createServer: (announce) => createFixtureServer({ completions, incidents, announce }),
  });
  process.stderr.write(`${url}\n`);
}
