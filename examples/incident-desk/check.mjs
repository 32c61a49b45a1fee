/** Checks the example by asking it, over stdio: `npm run check -w @mcp-typeahead/example-incident-desk`. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import {
  createDeskCompletions,
  createIncidentDesk,
  createIncidentLog,
} from '@mcp-typeahead/example-incident-desk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const command = process.execPath;
const args = [fileURLToPath(new URL('bin/incident-desk.js', import.meta.url))];

for (const mode of ['legacy', 'auto']) {
  const client = new Client({ name: 'check', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args }));
  const complete = async (name, argument, value, context) => {
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name },
      argument: { name: argument, value },
      ...(context && { context: { arguments: context } }),
    });
    return completion;
  };

  const severity = await complete('incident_report', 'severity', 'P');
  assert.deepEqual(severity, { values: ['P0', 'P1', 'P2', 'P3'], total: 4, hasMore: false });
  for (const typed of ['紧急', 'jinji', 'jj', 'urgent', 'crit']) {
    assert.equal((await complete('incident_report', 'severity', typed)).values[0], 'P0');
  }
  assert.equal((await complete('incident_report', 'service', 'chk')).values[0], 'checkout-api');
  assert.deepEqual((await complete('code_review', 'framework', '')).values, []);
  assert.deepEqual((await complete('code_review', 'framework', 'axum', { language: 'rust' })).values, [
    'axum',
  ]);
  const { contents } = await client.readResource({ uri: 'repo://platform/runbooks/readme' });
  assert.match(contents[0].text, /three in the morning/);
  await client.close();
}

// The same pieces, made by hand: what an application that embeds the desk does.
createIncidentDesk({ completions: createDeskCompletions(), incidents: createIncidentLog() });
process.stdout.write('The incident desk completes what it should, in both eras.\n');
