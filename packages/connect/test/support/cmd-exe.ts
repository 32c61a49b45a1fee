/**
 * A model of what happens to the last argument of `cmd.exe /d /s /c` where it runs a batch file that passes its
 * arguments on with `%*`, down to the program's own reading of its command line.
 *
 * Sources: "How does the Windows Command Interpreter parse scripts" (Stack Overflow 4094699), phases 1 and 2;
 * Microsoft, "Parsing C command-line arguments".
 */
export function cmdArguments(line: string, env: Readonly<Record<string, string>>): string[] {
  // /s: the outer quotes are taken off, whatever lies between.
  const command = carets(expandVariables(line.slice(1, -1), env));
  // The name of the batch file has no quotes here, and its spaces were escaped.
  const rest = command.slice(command.toLowerCase().indexOf('.cmd') + '.cmd'.length).trimStart();
  // In the batch file, %* is put in by phase 1, so its percent signs are not expanded again.
  return programArguments(carets(rest));
}

/** Phase 1 on the command line: a variable that does not exist stays as it is written. */
function expandVariables(line: string, env: Readonly<Record<string, string>>): string {
  return line.replaceAll(/%([^%]+)%/g, (written, name: string) => {
    const key = Object.keys(env).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    return key === undefined ? written : (env[key] ?? '');
  });
}

/** Phase 2: a caret outside quotes makes the next character itself; an operator outside quotes is an injection. */
function carets(line: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || character === '"') {
      out += character;
    } else if (character === '^') {
      at += 1;
      out += line[at] ?? '';
    } else if ('&|<>()\n'.includes(character)) {
      throw new Error(`cmd.exe would act upon ${character}`);
    } else {
      out += character;
    }
  }
  return out;
}

/** As the C runtime reads it. */
function programArguments(line: string): string[] {
  const args: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  let backslashes = 0;
  const add = (text: string): void => {
    current = (current ?? '') + text;
  };
  for (const character of line) {
    if (character === '\\') {
      backslashes += 1;
      continue;
    }
    if (character === '"') {
      add('\\'.repeat(Math.floor(backslashes / 2)));
      if (backslashes % 2 === 1) add('"');
      else isQuoted = !isQuoted;
    } else {
      if (backslashes > 0) add('\\'.repeat(backslashes));
      if ((character === ' ' || character === '\t') && !isQuoted) {
        if (current !== undefined) args.push(current);
        current = undefined;
      } else {
        add(character);
      }
    }
    backslashes = 0;
  }
  if (backslashes > 0) add('\\'.repeat(backslashes));
  if (current !== undefined) args.push(current);
  return args;
}
