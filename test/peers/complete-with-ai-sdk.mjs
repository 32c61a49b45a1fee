/** Asks for one completion with `@ai-sdk/mcp`: `node complete-with-ai-sdk.mjs URL`, or `-- COMMAND ARGS...`. Prints the answer as JSON. */
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

const [first, command, ...args] = process.argv.slice(2);
const transport = first === '--' ? new StdioTransport({ command, args }) : { type: 'http', url: first };
const client = await createMCPClient({ transport });
const answer = await client.complete({
  ref: { type: 'ref/prompt', name: 'incident_report' },
  argument: { name: 'severity', value: 'P' },
});
await client.close();
process.stdout.write(`${JSON.stringify(answer.completion)}\n`);
