import { extensionKey, type CompletionRef } from '@mcp-typeahead/protocol';
import {
  connectPeer,
  openChild,
  openUrl,
  type ConnectError,
  type Peer,
  type RpcError,
  type Wire,
} from '@mcp-typeahead/connect';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-code.js';
import { hasName } from '../has-name.js';
import { printable } from '../printable.js';
import { UsageError } from '../usage-error.js';
import { describeAnswer } from './describe-answer.js';
import { explainAnswer } from './explain-answer.js';
import { explanationNote, explanationTable } from './explanation-table.js';

export interface CompleteOptions {
  prompt?: string;
  template?: string;
  argument: string;
  value: string;
  with?: Readonly<Record<string, string>>;
  json?: boolean;
  /** Says of each value why it is where it is. */
  explain?: boolean;
  /** Milliseconds. */
  timeout: number;
  url?: string;
  header?: Readonly<Record<string, string>>;
  /** What stood after `--`. */
  command?: readonly string[] | undefined;
}

/** Asks a server once, in the modern era if it speaks that, else in the legacy one. */
export async function complete(options: CompleteOptions, io: CliIo): Promise<ExitCode> {
  const ref = toRef(options);
  const open = opener(options, io);
  const wires: Wire[] = [];
  const stopped = new AbortController();
  const removeStop = io.onStop(() => {
    stopped.abort();
    for (const wire of wires) void wire.close();
  });
  const openWire = (): Wire => {
    const wire = open();
    wires.push(wire);
    if (stopped.signal.aborted) void wire.close();
    return wire;
  };
  try {
    return await ask(openWire, { ref, options, io });
  } catch (error) {
    if (stopped.signal.aborted) return exitCodes.interrupted;
    return explainFailure(error, io);
  } finally {
    removeStop();
    await Promise.all(wires.map((wire) => wire.close()));
  }
}

interface Question {
  ref: CompletionRef;
  options: CompleteOptions;
  io: CliIo;
}

async function ask(open: () => Wire, { ref, options, io }: Question): Promise<ExitCode> {
  const { argument: name, value, with: filled, timeout: timeoutMs, explain: isExplained } = options;
  const { caller, handshake }: Peer = await connectPeer(open, { timeoutMs });
  const params = {
    ref,
    argument: { name, value },
    ...(filled && { context: { arguments: filled } }),
    ...(isExplained && { _meta: { [extensionKey]: { explain: true } } }),
  };
  let result: unknown;
  try {
    result = await caller.request('completion/complete', params, { timeoutMs });
  } catch (error) {
    if (!hasName<RpcError>(error, 'RpcError')) throw error;
    io.stderr.write(`The server answered with error ${error.code}: ${printable(error.message)}\n`);
    if (!Object.hasOwn(handshake.capabilities, 'completions')) {
      io.stderr.write('It does not declare the capability "completions".\n');
    }
    return exitCodes.failed;
  }
  return print(result, options, io);
}

function print(result: unknown, { value, json, explain: isExplained }: CompleteOptions, io: CliIo): ExitCode {
  const explanation = isExplained === true ? explainAnswer(result, value) : undefined;
  if (json === true) {
    const printed = explanation === undefined ? result : { ...(result as object), explanation };
    io.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
    return exitCodes.ok;
  }
  const answer = describeAnswer(result);
  if (answer === undefined) {
    io.stderr.write('The server answered, but not with a completion (--json shows with what).\n');
    return exitCodes.failed;
  }
  io.stdout.write(explanation === undefined ? answer.lines : explanationTable(explanation));
  io.stderr.write(`${answer.summary}\n`);
  if (explanation !== undefined) io.stderr.write(`${explanationNote(explanation)}\n`);
  return exitCodes.ok;
}

function toRef({ prompt, template }: CompleteOptions): CompletionRef {
  if (prompt !== undefined && template === undefined) return { type: 'ref/prompt', name: prompt };
  if (template !== undefined && prompt === undefined) return { type: 'ref/resource', uri: template };
  throw new UsageError('expected either --prompt NAME or --template URI');
}

function opener({ command, url, header: headers }: CompleteOptions, io: CliIo): () => Wire {
  if (command !== undefined && url !== undefined) {
    throw new UsageError('expected either a command after "--" or --url, found both');
  }
  if (url !== undefined) return () => openUrl({ url, ...(headers && { headers }) });
  if (headers !== undefined) throw new UsageError('--header goes with --url');
  const [program, ...args] = command ?? [];
  if (program === undefined || program === '') {
    throw new UsageError('expected a server: a command after "--", or --url URL');
  }
  return () => openChild({ command: program, args, cwd: io.cwd });
}

function explainFailure(error: unknown, io: CliIo): ExitCode {
  if (!hasName<ConnectError>(error, 'ConnectError')) throw error;
  const { message, stderrTail } = error;
  io.stderr.write(`${printable(message)}\n`);
  if (stderrTail !== undefined && stderrTail.trim() !== '') {
    io.stderr.write('The last lines that the server wrote to stderr:\n');
    for (const line of stderrTail.trim().split('\n')) io.stderr.write(`  ${printable(line)}\n`);
  }
  return exitCodes.unreachable;
}
