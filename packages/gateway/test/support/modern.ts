import { metaKeys } from '@mcp-typeahead/protocol';

/** Params of the modern era. */
export function modern(params: object = {}, meta: object = {}): object {
  return {
    ...params,
    _meta: {
      [metaKeys.protocolVersion]: '2026-07-28',
      [metaKeys.clientInfo]: { name: 'test', version: '1' },
      [metaKeys.clientCapabilities]: {},
      ...meta,
    },
  };
}
