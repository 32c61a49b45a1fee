/** One value a line; space around it and blank lines do not count. */
export function parseText(text: string): string[] {
  const values: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const value = line.trim();
    if (value !== '') values.push(value);
  }
  return values;
}
