import { expect, test } from 'vitest';
import { useGatewayClients } from '../support/clients.js';
import { configOf } from '../support/config.js';
import { fixture } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();

test('64-bit numbers reach the server, and the client, digit by digit', async () => {
  const client = connect({ upstream: fixture('verbatim-server.mjs') });
  const line =
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"arguments":{"id":1234567890123456789}}}';
  client.write(line);
  await client.first(({ result }) => result !== undefined);
  expect(client.lines).toEqual([
    `{"jsonrpc":"2.0","id":9007199254740993,"result":{"big":18446744073709551615,"line":${JSON.stringify(line)}}}`,
  ]);
});

test('a number in the place of text is refused, however large', async () => {
  const client = connect({
    upstream: fixture('verbatim-server.mjs'),
    config: configOf('prompts: { p: { a: [x] } }'),
  });
  await client.initialize();
  const params = JSON.stringify(complete('p', 'a', 'VALUE')).replace('"VALUE"', '12345678901234567890');
  client.write(`{"jsonrpc":"2.0","id":"c","method":"completion/complete","params":${params}}`);
  expect((await client.first(({ id }) => id === 'c')).error?.code).toBe(-32602);
});
