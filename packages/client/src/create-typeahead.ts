import { createArgumentController } from './argument/argument-controller.js';
import { ClientError } from './client-error.js';
import { Connection } from './connection/connection.js';
import type { TypeaheadOptions } from './connection/connection-options.js';
import { resolveOptions } from './connection/connection-options.js';
import { listPages } from './connection/list-pages.js';
import type { McpClient } from './connection/mcp-client.js';
import type { PromptInfo, TemplateInfo } from './listed.js';
import type { Typeahead } from './typeahead.js';

/**
 * Completions for the fields of an MCP client: `Client` of SDK v2 or v1, connected or not, or anything with a method `complete`.
 * @throws ClientError `unsupported-client`
 */
export function createTypeahead(client: McpClient, options: TypeaheadOptions = {}): Typeahead {
  if (typeof client?.complete !== 'function') {
    throw new ClientError(
      'unsupported-client',
      'createTypeahead takes an MCP client: an object with a method complete',
    );
  }
  const connection = new Connection(client, resolveOptions(options));
  return {
    client,
    argument: (argument) => createArgumentController(connection, argument),
    async complete({ ref, argument, value = '', context = {}, ...options }) {
      options.signal?.throwIfAborted();
      const subject = { ref, argument, context };
      return connection.find(subject, value) ?? connection.ask(subject, value, options);
    },
    listPrompts: async () => (await listPages(connection, 'prompts/list', 'prompts', 'name')) as PromptInfo[],
    listTemplates: async () =>
      (await listPages(
        connection,
        'resources/templates/list',
        'resourceTemplates',
        'uriTemplate',
      )) as TemplateInfo[],
    isSupported() {
      const gate = connection.gate();
      const { client: callable } = connection;
      const isConnected =
        !('getServerCapabilities' in callable) || callable.getServerCapabilities?.() !== undefined;
      return gate === 'waiting' || !isConnected ? undefined : gate === 'open';
    },
    onChange: (listener) => connection.onChange((change) => listener(change)),
    invalidate: () => connection.invalidate('connection'),
    tell: (event) => connection.options.onEvent(event),
    dispose: () => connection.dispose(),
  };
}
