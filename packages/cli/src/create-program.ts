import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { CliIo } from './cli-io.js';
import type { ExitCode } from './exit-code.js';
import { collect, collectHeader, collectPair, parseCount, parseUrl } from './parse-option.js';
import { printable } from './printable.js';
import { UsageError } from './usage-error.js';

export interface ProgramContext {
  io: CliIo;
  /** What stood after `--`. */
  command: readonly string[] | undefined;
  done: (exitCode: ExitCode) => void;
}

/** The command line. What a command does is imported when it runs: `--help` is not to wait for it. */
export function createProgram(context: ProgramContext): Command {
  const { io } = context;
  const program = new Command('mcp-typeahead')
    .description('Completions for the arguments of MCP prompts and resource templates.')
    .version(readVersion(), '-V, --version')
    .helpCommand(false)
    // Needed for `passThroughOptions`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .showHelpAfterError('(mcp-typeahead --help shows how it is used)')
    .addHelpText('after', examples);
  addServe(program, context);
  addComplete(program, context);
  addCheck(program, context);
  return program;
}

const examples = `
Examples:
  mcp-typeahead serve -c typeahead.yaml -- npx -y @modelcontextprotocol/server-everything
  mcp-typeahead serve -c typeahead.yaml --http 8808 --upstream https://mcp.example/mcp
  mcp-typeahead complete --prompt incident_report --argument severity --value P -- node server.js
  mcp-typeahead check -c typeahead.yaml`;

function addServe(program: Command, { io, command, done }: ProgramContext): void {
  program
    .command('serve')
    .summary('put completions in front of a server')
    .description('Serves an MCP server with completions added, on stdio or, with --http, by Streamable HTTP.')
    .usage('[options] (-- COMMAND ARGS... | --upstream URL)')
    .option('-c, --config <file>', 'where the values come from; edits take effect at once')
    .option('--upstream <url>', 'the server, by Streamable HTTP', parseUrl)
    .option('--header <name=value>', 'sent to the upstream URL (repeatable)', collectHeader)
    .addOption(new Option('--http <address>', 'listen on PORT, HOST:PORT or [IPv6]:PORT').conflicts('stdio'))
    .option('--stdio', 'serve on stdio, whatever the configuration says (the default without http.listen)')
    .option('--allow-host <host>', 'a host name that clients may use besides localhost (repeatable)', collect)
    .option(
      '--allow-origin <origin>',
      'a web page that may call, such as https://app.example (repeatable)',
      collect,
    )
    .addOption(
      new Option('--log-level <level>', 'least level that is written to stderr')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .allowExcessArguments()
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Examples:
  mcp-typeahead serve -c typeahead.yaml -- npx -y @modelcontextprotocol/server-everything
  mcp-typeahead serve -c typeahead.yaml --http 0.0.0.0:8808 --allow-host mcp.example -- node server.js`,
    )
    .action(async (options: object, self: Command) => {
      refuseOperands(self);
      const { serve } = await import('./commands/serve.js');
      done(await serve({ ...options, command }, io));
    });
}

function addComplete(program: Command, { io, command, done }: ProgramContext): void {
  program
    .command('complete')
    .summary('ask a server for completions')
    .description('Asks a server for the completions of one argument and prints its answer.')
    .usage('(--prompt NAME | --template URI) --argument NAME [options] (-- COMMAND ARGS... | --url URL)')
    .option('--prompt <name>', 'the prompt whose argument is completed')
    .option('--template <uri>', 'the resource template whose variable is completed')
    .requiredOption('--argument <name>', 'the argument or variable')
    .option('--value <text>', 'what has been typed', '')
    .option('--with <name=value>', 'another argument, already filled in (repeatable)', collectPair)
    .option('--json', 'print the result as the server gave it')
    .option('--explain', 'say of each value how it matched: band, score, field, ranges')
    .option('--timeout <ms>', 'how long to wait for the connection and for the answer', parseCount, 30_000)
    .option('--url <url>', 'the server, by Streamable HTTP', parseUrl)
    .option('--header <name=value>', 'sent to the URL (repeatable)', collectHeader)
    .allowExcessArguments()
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Exit codes: 0 answered, also with no values; 1 the server answered with an error; 2 wrong usage; 4 no connection.

Examples:
  mcp-typeahead complete --prompt code_review --argument framework --with language=python -- node server.js
  mcp-typeahead complete --template 'repo://{owner}/{repo}' --argument owner --json --url http://127.0.0.1:8808/mcp`,
    )
    .action(async (options: object, self: Command) => {
      refuseOperands(self);
      const { complete } = await import('./commands/complete.js');
      done(await complete({ ...options, command } as Parameters<typeof complete>[0], io));
    });
}

function addCheck(program: Command, { io, command, done }: ProgramContext): void {
  program
    .command('check')
    .summary('check a configuration')
    .description('Checks a configuration and prints what it would complete.')
    .option('-c, --config <file>', 'the configuration', 'typeahead.yaml')
    .option('--value <text>', 'what has been typed', '')
    .addHelpText('after', '\nExample:\n  mcp-typeahead check -c typeahead.yaml --value P')
    .action(async (options: { config: string; value: string }) => {
      if (command !== undefined)
        throw new UsageError('check takes no command: it reads the configuration only');
      const { check } = await import('./commands/check.js');
      done(await check(options, io));
    });
}

/** Options behind the first word that is none are the server's: the words are a command without its `--`. */
function refuseOperands(self: Command): void {
  const { args } = self;
  if (args.length === 0) return;
  const words = args.length > shownWords ? [...args.slice(0, shownWords), '…'] : args;
  throw new UsageError(
    `put "--" before the server's command: mcp-typeahead ${self.name()} [options] -- ${printable(words.join(' '))}`,
  );
}

const shownWords = 4;

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
