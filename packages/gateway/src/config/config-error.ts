import type { Position } from './gateway-config.js';

/** Each code is explained in docs/reference/errors.md. */
export type ConfigErrorCode =
  | 'unreadable'
  | 'too-large'
  | 'syntax'
  | 'duplicate-key'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'bad-value'
  | 'missing-env'
  | 'invalid-template'
  | 'bad-source';

/** One thing wrong with a configuration file. The message says what was expected and never quotes a value. */
export interface ConfigProblem extends Position {
  readonly code: ConfigErrorCode;
  readonly message: string;
}

/**
 * A configuration file that was refused. `problems` holds every fault found, at most 20, in the order of the file;
 * `code`, `line` and `column` are those of the first. The message has one `file:line:column: …` line for each.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly problems: readonly ConfigProblem[];

  constructor(
    file: string,
    problems: readonly [ConfigProblem, ...ConfigProblem[]],
    options?: { cause?: unknown },
  ) {
    super(problems.map((problem) => formatProblem(file, problem)).join('\n'), options);
    const [first] = problems;
    this.code = first.code;
    this.file = file;
    this.line = first.line;
    this.column = first.column;
    this.problems = problems;
  }
}

/** One line for a person: `file:line:column: message`. */
export function formatProblem(file: string, { line, column, message }: ConfigProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}
