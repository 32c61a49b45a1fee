import { SourceError } from '../source-error.js';

/** A text with places for what was typed, `{value}`, and for other arguments, `{arguments.NAME}`. */
export interface TextTemplate {
  readonly usesValue: boolean;
  /** Names of the arguments, each once. */
  readonly argumentNames: readonly string[];
  /** Undefined where one of the arguments is not filled. */
  fill(given: TemplateInput): string | undefined;
}

export interface TemplateInput {
  /** What was typed. @default '' */
  value?: string;
  arguments: Readonly<Record<string, string>>;
}

/** What stands in a place is put through `encode`. @throws {SourceError} invalid-option */
export function parseTextTemplate(
  text: string,
  where: string,
  encode: (value: string) => string = (value) => value,
): TextTemplate {
  const literals: string[] = [];
  const places: (string | undefined)[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\{([^{}]*)\}/g)) {
    literals.push(text.slice(end, index));
    end = index + whole.length;
    if (name === 'value') places.push(undefined);
    else if (name.startsWith('arguments.') && name.length > 10) places.push(name.slice(10));
    else throw invalid(where);
  }
  const last = text.slice(end);
  if (/[{}]/.test([...literals, last].join(''))) throw invalid(where);
  return {
    usesValue: places.includes(undefined),
    argumentNames: [...new Set(places.filter((name) => name !== undefined))],
    fill(given) {
      let filled = '';
      for (const [index, name] of places.entries()) {
        const text = name === undefined ? (given.value ?? '') : filledArgument(given.arguments, name);
        if (text === undefined) return undefined;
        filled += literals[index]! + encode(text);
      }
      return filled + last;
    },
  };
}

/** Forms send `''` for every field that nobody has filled. */
function filledArgument(given: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return value === '' ? undefined : value;
}

function invalid(where: string): SourceError {
  return new SourceError(
    'invalid-option',
    `${where}: in braces, expected {value} or {arguments.NAME}; in a URL a brace itself is written %7B or %7D`,
  );
}
