/** The command line cannot be followed. The message goes to stderr as it is; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
