import { linesInTurns } from './lines-in-turns.js';

/** One value a line; space around it and blank lines do not count. */
export async function parseText(text: string): Promise<string[]> {
  const values: string[] = [];
  for await (const lines of linesInTurns(text)) {
    for (const line of lines) {
      // The carriage return of CRLF is space.
      const value = line.trim();
      if (value !== '') values.push(value);
    }
  }
  return values;
}
