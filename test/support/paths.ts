import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** An absolute path inside the repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(path, root));
}

const peer = (path: string): string => inRepository(`test/peers/node_modules/${path}`);
const node22 = (path: string): string => inRepository(`test/node22/node_modules/${path}`);

export const programs = {
  cli: inRepository('packages/cli/bin/mcp-typeahead.js'),
  incidentDesk: inRepository('examples/incident-desk/bin/incident-desk.js'),
  incidentDeskConfig: inRepository('examples/incident-desk/typeahead.yaml'),
  fixtureServer: inRepository('test/conformance/server.mjs'),
  everything: peer('@modelcontextprotocol/server-everything/dist/index.js'),
  onePassword: peer('@takescake/1password-mcp/bin/1password-mcp.js'),
  conformance: node22('@modelcontextprotocol/conformance/dist/index.js'),
  mcpdo: node22('@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js'),
} as const;
