/** A text by which equal contexts are recognised, whatever the order of their names. It has typed text in it: never log it. */
export function contextKey(context: Readonly<Record<string, string>>): string {
  const names = Object.keys(context).sort();
  return JSON.stringify(names.map((name) => [name, context[name]]));
}
