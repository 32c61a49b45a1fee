import { metaKeys } from '@mcp-typeahead/protocol';
import type { Dialect } from './dialect.js';
import { gatewayInfo } from './gateway-info.js';

/** Params of a request that the gateway makes itself: in the modern era each one introduces its sender. */
export function withEnvelope(
  params: Readonly<Record<string, unknown>>,
  { era, version }: Dialect,
): Readonly<Record<string, unknown>> {
  if (era === 'legacy') return params;
  return {
    ...params,
    _meta: {
      [metaKeys.protocolVersion]: version,
      [metaKeys.clientInfo]: gatewayInfo,
      [metaKeys.clientCapabilities]: {},
    },
  };
}
