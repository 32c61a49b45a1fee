import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ChildUpstreamOptions } from '../../src/upstream/upstream.js';
import { createClient, type StdioClient } from './stdio-client.js';

/** A client that speaks with a server directly: what a gateway is compared with. */
export function connectDirectly({ command, args = [] }: ChildUpstreamOptions): StdioClient {
  return createClient(async ({ input, output }) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    input.pipe(child.stdin);
    child.stdout.pipe(output);
    await once(child, 'exit');
  });
}
