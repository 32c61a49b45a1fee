export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON-RPC message as it stands on the wire: nothing is added, checked or dropped. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: any;
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: any };
}

export type Era = 'legacy' | 'modern';

export const protocolVersions: Readonly<Record<Era, string>> = { legacy: '2025-11-25', modern: '2026-07-28' };

/** What the scripted client says about itself. */
export const clientInfo = { name: 'wire-driver', version: '1.0.0' } as const;

export const clientCapabilities = {
  sampling: {},
  elicitation: { form: {} },
  roots: { listChanged: true },
} as const;

/** The `_meta` that every request of the modern era carries. */
export function modernMeta(capabilities: object = clientCapabilities): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': protocolVersions.modern,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}
