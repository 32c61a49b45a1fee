import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createTypeahead } from '@mcp-typeahead/client';
import type { Typeahead } from '@mcp-typeahead/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import type { FakeClock } from './support/fake-clock.js';
import { clients } from './support/raw-server.js';
import type { ClientKind } from './support/raw-server.js';
import { eventually } from './support/eventually.js';

const program = fileURLToPath(new URL('./fixtures/wrong-server.mjs', import.meta.url));
const info = { name: 'host', version: '1' };

interface Child {
  typeahead: Typeahead;
  clock: FakeClock;
  stderr: () => string;
}

/** The timeout is a fake clock's: what ends does not end because time has passed. */
async function start(kind: ClientKind): Promise<Child> {
  const parameters = { command: process.execPath, args: [program], stderr: 'pipe' as const };
  const transport = kind === 'v1' ? new StdioV1(parameters) : new StdioV2(parameters);
  const client =
    kind === 'v1'
      ? new ClientV1(info)
      : new ClientV2(info, {
          versionNegotiation: { mode: kind === 'v2 modern' ? { pin: '2026-07-28' } : 'legacy' },
        });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await client.connect(transport as never);
  const clock = createFakeClock();
  const typeahead = createTypeahead(client, { clock });
  onTestFinished(async () => {
    typeahead.dispose();
    await client.close();
  });
  return { typeahead, clock, stderr: () => stderr };
}

describe.each(clients)('over stdio, with SDK %s', (kind) => {
  test('wrong answers are used as far as they can be, and those that nobody can read end as empty lists at once', async () => {
    const { typeahead, clock } = await start(kind);
    const complete = async (name: string): Promise<readonly [number, readonly string[]]> => {
      const { items, faults } = await typeahead.complete({
        ref: { type: 'ref/prompt', name },
        argument: 'a',
      });
      return [items.length, faults];
    };
    expect(await complete('null')).toEqual([0, ['unreadable']]);
    expect(await complete('list')).toEqual([0, ['unreadable']]);
    expect(await complete('letters')).toEqual([0, ['values-not-a-list']]);
    expect(await complete('many')).toEqual([150, ['too-many-values']]);
    expect(await complete('nulls')).toEqual([1, ['value-not-a-string', 'bad-total', 'bad-has-more']]);
    expect(clock.waiting).toBe(0);
  });

  test('a request that is given up is cancelled, once', async () => {
    const { typeahead, clock, stderr } = await start(kind);
    const field = typeahead.argument({ ref: { type: 'ref/prompt', name: 'silent' }, argument: 'a' });
    field.input('a');
    field.close();
    await eventually(() => expect(stderr().match(/cancelled \d+/g)).toHaveLength(1));
    expect(field.getSnapshot()).toMatchObject({ status: 'idle', text: 'a' });
    expect(clock.waiting).toBe(0);
  });
});
