import { win32 } from 'node:path';
import { ConnectError } from '../connect-error.js';

/** What is to be started, and where. */
export interface SpawnPlanInput {
  command: string;
  args?: readonly string[];
  platform: string;
  /** Where `PATH`, `PATHEXT` and `ComSpec` are read from (Windows; names in any case). */
  env?: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /** Windows: asked for the places where the command may lie. @default nothing is known to exist */
  fileExists?: (path: string) => boolean;
}

/** Arguments for `spawn` of `node:child_process`. */
export interface SpawnPlan {
  file: string;
  args: string[];
  options: { detached: boolean; windowsHide: boolean; windowsVerbatimArguments: boolean };
}

/**
 * How to start a command, with no shell on POSIX and as leader of its own process group, so that the whole
 * group can be ended. On Windows a `.cmd` or `.bat` (npx, npm, every shim in `node_modules/.bin`) cannot be
 * started directly: it goes through `cmd.exe /d /s /c`, quoted such that nothing in an argument is
 * interpreted. A command whose place is not known goes that way too, unless its name ends in .exe or .com.
 * Pure.
 *
 * @throws ConnectError `spawn-failed` for an argument that cmd.exe cannot carry (line break, NUL).
 */
export function spawnPlan(input: SpawnPlanInput): SpawnPlan {
  const args = [...(input.args ?? [])];
  if (input.platform !== 'win32') {
    return {
      file: input.command,
      args,
      options: { detached: true, windowsHide: true, windowsVerbatimArguments: false },
    };
  }
  const env = input.env ?? {};
  const found = resolveCommand(input, env);
  const file = found ?? input.command;
  // What was looked for and is nowhere is started directly too: it fails as ENOENT, not as a line of cmd.exe.
  const isNowhere = found === undefined && input.fileExists !== undefined;
  if (isNowhere || /\.(?:exe|com)$/i.test(file)) {
    return { file, args, options: { detached: false, windowsHide: true, windowsVerbatimArguments: false } };
  }
  const line = [quoteCommand(file), ...args.map(quoteArgument)].join(' ');
  return {
    file: readVariable(env, 'ComSpec') ?? 'cmd.exe',
    // /d: no AutoRun commands. /s with the outer quotes: what stands between them is taken as it is.
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { detached: false, windowsHide: true, windowsVerbatimArguments: true },
  };
}

/** The file that cmd.exe itself would find: the current folder, then `PATH`, each with `PATHEXT`. */
function resolveCommand(
  input: SpawnPlanInput,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { command, cwd, fileExists } = input;
  if (fileExists === undefined) return undefined;
  const extensions = (readVariable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const hasExtension = extensions.some((extension) =>
    command.toLowerCase().endsWith(extension.toLowerCase()),
  );
  const names = hasExtension ? [command] : extensions.map((extension) => command + extension);
  const hasFolder = /[\\/:]/.test(command);
  const path = (readVariable(env, 'PATH') ?? '').split(';').map((folder) => folder.replaceAll('"', ''));
  const folders = hasFolder ? [cwd ?? ''] : [cwd ?? '', ...path.filter(Boolean)];
  for (const folder of folders) {
    for (const name of names) {
      const file = win32.isAbsolute(name) ? name : win32.join(folder, name);
      if (fileExists(file)) return file;
    }
  }
  return undefined;
}

function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/** Every character that cmd.exe may act upon, quotes included: with a caret before it, it is itself. */
const metaCharacters = /[()\][%!^"`<>&|;, *?]/g;

/** Characters that neither cmd.exe nor a program's own splitting of its command line acts upon. */
const plainArgument = /^[\w\-./:\\@+=~]+$/;

function quoteCommand(command: string): string {
  refuseUnquotable(command);
  return win32.normalize(command).replaceAll(metaCharacters, '^$&');
}

/**
 * First for the program (https://qntm.org/cmd: backslashes before a quote or the end are doubled, quotes
 * get a backslash), then twice for cmd.exe: once for the line that starts the batch file and once more
 * for the line in it that passes `%*` on. With a single pass, `"&calc` would start calc in the second.
 */
function quoteArgument(argument: string): string {
  refuseUnquotable(argument);
  // A trailing backslash needs no quotes here: it stands before a space or the end of the line.
  if (plainArgument.test(argument)) return argument;
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return quoted.replaceAll(metaCharacters, '^$&').replaceAll(metaCharacters, '^$&');
}

function refuseUnquotable(text: string): void {
  // eslint-disable-next-line no-control-regex -- NUL ends a string of the operating system
  if (/[\r\n\0]/.test(text)) {
    throw new ConnectError(
      'spawn-failed',
      'A command or argument holds a line break or NUL, which cmd.exe cannot pass on. Start the program itself instead of its .cmd file.',
    );
  }
}
