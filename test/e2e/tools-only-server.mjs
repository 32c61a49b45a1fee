/** An MCP server on stdio that has a tool and nothing to complete. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
  const server = new McpServer({ name: 'tools-only', version: '1.0.0' });
  server.registerTool('noop', { description: 'Does nothing' }, () => ({ content: [] }));
  return server;
});
