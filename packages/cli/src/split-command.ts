export interface SplitArguments {
  /** What stands before the first `--`. */
  own: readonly string[];
  /** What stands after it, word for word; undefined where there is no `--`. */
  command: readonly string[] | undefined;
}

/** The first `--` ends our options. Nothing behind it is looked at: it may have options that look like ours. */
export function splitCommand(argv: readonly string[]): SplitArguments {
  const index = argv.indexOf('--');
  return index === -1
    ? { own: argv, command: undefined }
    : { own: argv.slice(0, index), command: argv.slice(index + 1) };
}
