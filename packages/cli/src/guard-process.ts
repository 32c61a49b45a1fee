/** A fault that nobody expected ends the process, with the fault on stderr and code 1. Children see their stdin close. */
export function guardProcess(): void {
  process.on('uncaughtException', (error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`mcp-typeahead: internal error: ${detail}\n`);
    process.exit(1);
  });
}
