import { createCaller, openChild } from '@mcp-typeahead/connect';
import { completer } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { mcpResourceSource, mcpToolSource } from '@mcp-typeahead/sources';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../support/script.js';

it('a caller of the connect package serves the sources that ask an MCP server', async () => {
  const { command, args = [] } = scripted({
    capabilities: { resources: {}, tools: {} },
    resources: ['doc://note/1', 'doc://page/2'],
    tools: { find: { users: ['ada'] } },
  });
  const caller = createCaller(openChild({ command, args: [...args] }));
  onTestFinished(() => caller.close());
  await caller.handshake();
  const kinds = mcpResourceSource({ caller, template: 'doc://{kind}/{id}', variable: 'kind' });
  expect((await testCompleter(completer(kinds)).complete('')).values).toEqual(['note', 'page']);
  const users = mcpToolSource({ caller, tool: 'find', arguments: { query: '{value}' }, pointer: '/users' });
  expect((await testCompleter(completer(users)).complete('a')).values).toEqual(['ada']);
  const unknown = mcpToolSource({ caller, tool: 'no-such-tool' });
  await expect(testCompleter(completer(unknown)).complete('')).rejects.toMatchObject({ code: 'refused' });
});
