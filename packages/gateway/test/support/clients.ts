import { afterEach } from 'vitest';
import type { GatewayOptions } from '../../src/gateway.js';
import { connectThrough, type GatewayClient } from './stdio-client.js';

/** Opens clients of stdio gateways that end with the test. */
export function useGatewayClients(): (options: GatewayOptions) => GatewayClient {
  const open: GatewayClient[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.gateway.close()));
  });
  return (options) => {
    const client = connectThrough(options);
    open.push(client);
    return client;
  };
}
