/** One value a line; space around it and blank lines do not count. */
export function parseText(text: string): string[] {
  const values: string[] = [];
  // The carriage return of CRLF is space. A text without line feeds may have carriage returns instead.
  for (const line of text.split(text.includes('\n') ? '\n' : '\r')) {
    const value = line.trim();
    if (value !== '') values.push(value);
  }
  return values;
}
