/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

export type Expansion =
  | { readonly text: string }
  /** `index` is where in `source` the reference begins; `name` is undefined when it is malformed. */
  | { readonly index: number; readonly name: string | undefined };

/**
 * Replaces `${NAME}` and `${NAME:-default}`; the default stands in for a variable that is unset or empty, as in a shell.
 * `$${` is a literal `${`. Replacements are not expanded again. A variable without value or default is reported, by name.
 */
export function expandEnv(source: string, env: Env): Expansion {
  const reference = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?/g;
  let text = '';
  let end = 0;
  for (const match of source.matchAll(reference)) {
    text += source.slice(end, match.index);
    end = match.index + match[0].length;
    const [whole, name, fallback] = match;
    if (whole === '$${') {
      text += '${';
      continue;
    }
    if (name === undefined) return { index: match.index, name: undefined };
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (fallback !== undefined && (value === undefined || value === '')) text += fallback;
    else if (value !== undefined) text += value;
    else return { index: match.index, name };
  }
  return { text: text + source.slice(end) };
}
