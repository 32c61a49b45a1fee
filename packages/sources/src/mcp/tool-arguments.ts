import { parseTextTemplate, type TemplateInput } from '../request/text-template.js';

/** Arguments of a tool with places in their strings. */
export interface ArgumentTemplate {
  readonly usesValue: boolean;
  readonly argumentNames: readonly string[];
  /** Undefined where one of the arguments is not filled. */
  fill(given: TemplateInput): Readonly<Record<string, unknown>> | undefined;
}

interface Part {
  usesValue: boolean;
  argumentNames: readonly string[];
  fill: (given: TemplateInput) => unknown;
}

/** @throws {SourceError} invalid-option */
export function parseArguments(given: Readonly<Record<string, unknown>>, where: string): ArgumentTemplate {
  const part = parsePart(given, where);
  return {
    usesValue: part.usesValue,
    argumentNames: [...new Set(part.argumentNames)],
    fill(input) {
      const isFilled = part.argumentNames.every(
        (name) => Object.hasOwn(input.arguments, name) && input.arguments[name] !== '',
      );
      return isFilled ? (part.fill(input) as Readonly<Record<string, unknown>>) : undefined;
    },
  };
}

function parsePart(given: unknown, where: string): Part {
  if (typeof given === 'string') return parseTextTemplate(given, where);
  if (typeof given !== 'object' || given === null) {
    return { usesValue: false, argumentNames: [], fill: () => given };
  }
  const parts = Object.entries(given).map(([name, member]) => [name, parsePart(member, where)] as const);
  return {
    usesValue: parts.some(([, part]) => part.usesValue),
    argumentNames: parts.flatMap(([, part]) => part.argumentNames),
    fill: (input) => {
      const filled = parts.map(([name, part]) => [name, part.fill(input)] as const);
      return Array.isArray(given) ? filled.map(([, member]) => member) : Object.fromEntries(filled);
    },
  };
}
