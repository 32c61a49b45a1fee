/** Messages that tests send. */

export const modernVersion = '2026-07-28';

export function initialize(id: number | string = 1, protocolVersion = '2025-11-25'): Record<string, unknown> {
  const clientInfo = { name: 'test', version: '1.0.0' };
  return {
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
}

export function legacy(id: number | string, method: string, params: object = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params };
}

export function completion(id: number | string, value = 'P'): Record<string, unknown> {
  const ref = { type: 'ref/prompt', name: 'incident_report' };
  return legacy(id, 'completion/complete', { ref, argument: { name: 'severity', value } });
}

export function envelope(version = modernVersion): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

export function modern(id: number | string, method: string, params: object = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope() } };
}

export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': name }),
  };
}
