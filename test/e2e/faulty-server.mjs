/** An MCP server on stdio whose completers do what completers should not. */
import { createCompletions, lookup } from '@mcp-typeahead/server';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const completions = createCompletions({
  prompts: {
    faulty: {
      throwing: lookup(() => {
        throw new Error('secret /etc/path');
      }),
      hidden: lookup(() => ['never', 'seen']),
      many: lookup(() => Array.from({ length: 10_000 }, (_, index) => `value-${index}`)),
    },
    forbidden: { hidden: ['never', 'seen'] },
  },
  policy: { authorize: ({ ref }) => ref.type !== 'ref/prompt' || ref.name !== 'forbidden' },
});

serveStdio(() => {
  const server = new McpServer({ name: 'faulty', version: '1.0.0' });
  const argument = z.string().optional();
  server.registerPrompt(
    'faulty',
    { argsSchema: z.object({ throwing: argument, hidden: argument, many: argument }) },
    () => ({ messages: [] }),
  );
  server.registerPrompt('forbidden', { argsSchema: z.object({ hidden: argument }) }, () => ({
    messages: [],
  }));
  return completions.attach(server);
});
