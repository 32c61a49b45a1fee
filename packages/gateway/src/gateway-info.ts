/** How the gateway names itself in the requests that it makes on its own behalf. */
export const gatewayInfo = { name: 'mcp-typeahead', version: '0.1.0' } as const;
