import { PassThrough, Writable } from 'node:stream';
import { createStdioTransport } from '@mcp-typeahead/server/stdio';
import type { StdioTransportOptions } from '@mcp-typeahead/server/stdio';
import { describe, expect, it, vi } from 'vitest';

function setUp(options: StdioTransportOptions = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: unknown[] = [];
  const errors: Error[] = [];
  const transport = createStdioTransport({ input, output, ...options });
  Object.assign(transport, {
    onmessage: (message: unknown) => received.push(message),
    onerror: (error: Error) => errors.push(error),
  });
  const sent = (): unknown[] =>
    String(output.read() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { input, output, received, errors, transport, sent };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('createStdioTransport', () => {
  it('reads messages however the bytes are cut', async () => {
    const { input, received, transport } = setUp();
    await transport.start();
    const message = { ...ping, params: { text: '紧急 🚨 é' } };
    const bytes = Buffer.from(`${JSON.stringify(message)}\r\n${JSON.stringify(ping)}\n`);
    for (const byte of bytes) input.write(Buffer.from([byte]));
    await vi.waitFor(() => expect(received).toEqual([message, ping]));
  });

  it('skips a message over the limit and reads the next', async () => {
    const { input, received, errors, transport } = setUp({ maxLineBytes: 100 });
    await transport.start();
    input.write(`${JSON.stringify({ ...ping, params: { text: 'secret '.repeat(50) } })}\n`);
    input.write('x'.repeat(1_000));
    input.write(`\n${JSON.stringify(ping)}\n`);
    await vi.waitFor(() => expect(received).toEqual([ping]));
    expect(errors.map(({ message }) => message)).toEqual([
      'A message of more than 100 bytes was skipped',
      'A message of more than 100 bytes was skipped',
    ]);
  });

  it('answers what is no request, and passes on the members of JSON-RPC only', async () => {
    const { input, received, errors, transport, sent } = setUp();
    await transport.start();
    const lines = [
      '{',
      '[]',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":2,"method":5}',
      '{"jsonrpc":"2.0","id":"3","method":"ping","params":null}',
      '{"jsonrpc":"2.0","method":"note","params":[]}',
      '{"jsonrpc":"2.0","id":4}',
      '{"jsonrpc":"2.0","id":5,"result":{},"more":1}',
      '{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":"no"}}',
      '{"jsonrpc":"2.0","id":7,"method":"ping","more":1}',
    ];
    input.write(`${lines.join('\n')}\n`);
    await vi.waitFor(() => expect(received).toHaveLength(3));
    expect(
      sent().map((reply) => [
        (reply as { id: unknown }).id,
        (reply as { error: { code: number } }).error.code,
      ]),
    ).toEqual([
      [null, -32700],
      [null, -32600],
      [1, -32600],
      [null, -32600],
      [2, -32600],
      ['3', -32602],
    ]);
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 5, result: {} },
      { jsonrpc: '2.0', id: 6, error: { code: 1, message: 'no' } },
      { jsonrpc: '2.0', id: 7, method: 'ping' },
    ]);
    expect(errors).toHaveLength(2);
  });

  it('closes when the input ends, at once if nothing is under way', async () => {
    const { input, transport } = setUp();
    await transport.start();
    input.end();
    expect(await transport.closed).toBe('input-ended');
    await expect(transport.send(ping)).rejects.toThrow('closed');
  });

  it('writes the answer that is under way when the input ends, and closes then', async () => {
    const { input, transport, received, sent } = setUp({ drainMs: 60_000 });
    await transport.start();
    input.write(`${JSON.stringify(ping)}\n`);
    input.end();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await transport.closed).toBe('input-ended');
    expect(sent()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('does not wait for a request that was cancelled, nor longer than it should', async () => {
    const cancelled = setUp({ drainMs: 60_000 });
    await cancelled.transport.start();
    cancelled.input.write(`${JSON.stringify(ping)}\n`);
    cancelled.input.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    expect(await cancelled.transport.closed).toBe('input-ended');
    const hanging = setUp({ drainMs: 5 });
    await hanging.transport.start();
    hanging.input.end(`${JSON.stringify(ping)}\n`);
    expect(await hanging.transport.closed).toBe('input-ended');
  });

  it('closes when the output breaks, and says so once', async () => {
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const { transport, errors } = setUp({ output: broken });
    await transport.start();
    await expect(transport.send(ping)).rejects.toThrow('EPIPE');
    expect(await transport.closed).toBe('output-failed');
    expect(errors.map(({ message }) => message)).toEqual(['EPIPE']);
  });
});
