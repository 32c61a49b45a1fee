/** From what nobody needs every day to what somebody must act on. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Facts beside the message: lengths, counts, codes, names. Never what a person typed. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where the gateway reports. Lines never go to stdout: there a stdio gateway speaks JSON-RPC only. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A line that an upstream wrote to its own stderr, as it stands. */
  relay(line: string): void;
}

/** Where lines go, and which. */
export interface LogOptions {
  /** Takes one line without its end. */
  write: (line: string) => void;
  /** Lines below this level are dropped. @default 'info' */
  level?: LogLevel;
}

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A log of lines like `mcp-typeahead warn upstream exited exitCode=1`. */
export function createLog(options: LogOptions): Log {
  const least = ranks[options.level ?? 'info'];
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (ranks[level] >= least) options.write(toLine(level, message, fields));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    relay: options.write,
  };
}

/** A log that goes nowhere. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, relay() {} };

function toLine(level: LogLevel, message: string, fields: LogFields): string {
  let line = `mcp-typeahead ${level} ${printable(message)}`;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    line += ` ${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`;
  }
  return line;
}

/** One entry is one line, whatever an upstream printed. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
}
