import { isCompleter } from './completer/completer.js';
import { CompletionsError } from './completions-error.js';

/**
 * Completers stand two levels deep: by prompt or template, then by argument. A level left out would be read letter by letter or by
 * the members of a completer, or not at all.
 * @throws CompletionsError `invalid-completer`
 */
export function checkDeclarations(kind: 'prompts' | 'resources', given: unknown): void {
  if (given === undefined) return;
  const [names, what, inner] =
    kind === 'prompts' ? ['name', 'prompt', 'argument'] : ['URI template', 'resource template', 'variable'];
  if (!isRecord(given)) throw misplaced(kind, `completers by ${names} and ${inner}`, given);
  for (const [name, inputs] of Object.entries(given)) {
    if (inputs === undefined || isRecord(inputs)) continue;
    throw misplaced(`${what} ${JSON.stringify(name)}`, `completers by ${inner}`, inputs);
  }
}

function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Map) && !isCompleter(value);
}

function misplaced(where: string, expected: string, found: unknown): CompletionsError {
  return new CompletionsError(
    'invalid-completer',
    `${where}: expected an object of ${expected}, got ${describe(found)}`,
  );
}

function describe(found: unknown): string {
  if (found === null) return 'null';
  if (isCompleter(found)) return 'a completer';
  if (Array.isArray(found)) return 'an array';
  return found instanceof Map ? 'a Map' : `a ${typeof found}`;
}
