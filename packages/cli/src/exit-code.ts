/** What the command says to the shell. */
export const exitCodes = {
  ok: 0,
  /** The server answered with an error; the configuration is faulty; something broke. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** There is no connection to the server, or no answer. */
  unreachable: 4,
  /** Interrupted: 128 + SIGINT, as shells have it. */
  interrupted: 130,
} as const;

/** What the command ends with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
