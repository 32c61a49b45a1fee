import { CommanderError } from 'commander';
import { processIo, type CliIo } from './cli-io.js';
import { createProgram } from './create-program.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { splitCommand } from './split-command.js';
import { UsageError } from './usage-error.js';

/** Whoever reads may leave (`| head`, a client that is gone): that is their business, and no fault of ours. */
function ignoreBrokenPipe(): void {}

/**
 * Runs the `mcp-typeahead` command and resolves with its exit code. Never rejects and never ends the process.
 * @param argv without the program's own two words
 */
export async function main(argv: readonly string[], io: CliIo = processIo()): Promise<ExitCode> {
  const { own, command } = splitCommand(argv);
  let exitCode: ExitCode = exitCodes.ok;
  for (const stream of [io.stdout, io.stderr]) stream.on('error', ignoreBrokenPipe);
  const program = createProgram({ io, command, done: (code) => (exitCode = code) });
  try {
    await program.parseAsync(own, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`mcp-typeahead: ${message}\n`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}
