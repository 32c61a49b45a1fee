import type { Readable, Writable } from 'node:stream';
import { createLineSplitter, parseMessages, toJson, type WireClosed } from '@mcp-typeahead/connect';
import type { Principal } from '@mcp-typeahead/server';
import { GatewayError } from '../gateway-error.js';
import type { ClientContext } from '../interceptor/interceptor.js';
import type { Log } from '../log.js';
import type { Route } from '../route.js';
import { createBackPressure } from './back-pressure.js';
import { createClientRequests } from './client-requests.js';
import { toJunkAnswers } from './junk-answers.js';
import { redirectConsole } from './redirect-console.js';

export interface StdioStreams {
  input: Readable;
  output: Writable;
}

export interface StdioOptions {
  log: Log;
  /** Who the client is. */
  principal?: Principal;
  /** Longest line, in bytes, that the client may write. @default 16 MiB */
  maxLineBytes?: number;
  /** How long answers may still come after the client closed its end. @default 1000 */
  drainMs?: number;
}

/** One client on a pair of streams. */
export interface StdioConversation {
  /** Resolves when the client has gone and the upstream has ended. @throws GatewayError `upstream-failed` */
  readonly finished: Promise<void>;
  /** Ends the upstream; `finished` follows. */
  close(): Promise<void>;
}

const defaultMaxLineBytes = 16 * 1024 * 1024;

/**
 * Serves the client on the other end of two streams, one JSON-RPC message a line. Nothing else is written to
 * `output`. The client is gone when `input` ends or `output` breaks (EPIPE).
 */
export function serveStdio(route: Route, streams: StdioStreams, options: StdioOptions): StdioConversation {
  const { input, output } = streams;
  const { log, maxLineBytes = defaultMaxLineBytes, drainMs = 1_000 } = options;
  const context: ClientContext = options.principal === undefined ? {} : { principal: options.principal };
  const requests = createClientRequests();
  const restoreConsole = output === process.stdout ? redirectConsole(process.stderr) : (): void => {};
  let isWritable = true;

  const write = (message: unknown): void => {
    if (isWritable) pressure.write(`${toJson(message)}\n`);
  };

  const interceptor = route.openSession((message) => {
    requests.fromServer(message);
    write(message);
  });
  const pressure = createBackPressure({
    input,
    output,
    upstream: interceptor.flow,
    onOverflow: () => {
      log.error('the client does not read; its session ends');
      output.destroy();
    },
  });

  const lines = createLineSplitter({
    maxLineBytes,
    onLine: (line) => {
      if (line.trim() === '') return;
      const { messages, hasJunk } = parseMessages(line);
      for (const message of messages) {
        requests.fromClient(message);
        interceptor.fromClient(message, context);
      }
      if (!hasJunk) return;
      log.warn('the client wrote something that is not JSON-RPC', { length: line.length });
      for (const answer of toJunkAnswers(line)) write(answer);
    },
  });

  const run = async (): Promise<void> => {
    const left = new Promise<'ended' | 'broken'>((resolve) => {
      input.on('data', (chunk: Buffer | string) => {
        lines.push(Buffer.from(chunk));
        pressure.passed();
      });
      input.once('end', () => {
        lines.end();
        resolve('ended');
      });
      input.once('error', () => resolve('broken'));
      input.once('close', () => resolve('ended'));
      output.once('close', () => resolve('broken'));
      output.on('error', () => resolve('broken'));
    });
    try {
      const outcome = await Promise.race([left, interceptor.closed]);
      if (typeof outcome === 'object') {
        refuseIfFailed(outcome);
        return;
      }
      if (outcome === 'broken') isWritable = false;
      else await Promise.race([requests.answered(drainMs), interceptor.closed]);
    } finally {
      await interceptor.close();
      isWritable = false;
      restoreConsole();
    }
  };

  return { finished: run(), close: () => interceptor.close() };
}

function refuseIfFailed({ code, message }: WireClosed): void {
  if (code !== 'closed') throw new GatewayError('upstream-failed', message, { cause: { code } });
}
