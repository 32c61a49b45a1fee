import type { Expression, Operator, Part, Variable } from './parse-parts.js';
import { encodeReserved, encodeValue } from './percent.js';
import { UriTemplateError } from './uri-template-error.js';

/** What a variable may stand for. Undefined, an empty list and an empty map are "undefined" (RFC 6570, 2.3). */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>> | undefined;
/** Values by the names of variables; an undefined one is left out. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

interface Style {
  first: string;
  separator: string;
  isNamed: boolean;
  /** What follows the name where the value is empty. */
  ifEmpty: string;
  encode: (text: string) => string;
}

/** RFC 6570, appendix A. */
export const styles: Readonly<Record<Operator, Style>> = {
  '': { first: '', separator: ',', isNamed: false, ifEmpty: '', encode: encodeValue },
  '+': { first: '', separator: ',', isNamed: false, ifEmpty: '', encode: encodeReserved },
  '#': { first: '#', separator: ',', isNamed: false, ifEmpty: '', encode: encodeReserved },
  '.': { first: '.', separator: '.', isNamed: false, ifEmpty: '', encode: encodeValue },
  '/': { first: '/', separator: '/', isNamed: false, ifEmpty: '', encode: encodeValue },
  ';': { first: ';', separator: ';', isNamed: true, ifEmpty: '', encode: encodeValue },
  '?': { first: '?', separator: '&', isNamed: true, ifEmpty: '=', encode: encodeValue },
  '&': { first: '&', separator: '&', isNamed: true, ifEmpty: '=', encode: encodeValue },
};

/** @throws UriTemplateError `prefix-of-list` */
export function expandParts(parts: readonly Part[], values: TemplateValues): string {
  return parts
    .map((part) => (part.kind === 'literal' ? encodeReserved(part.text) : expandExpression(part, values)))
    .join('');
}

function expandExpression(expression: Expression, values: TemplateValues): string {
  const style = styles[expression.operator];
  const pieces: string[] = [];
  for (const variable of expression.variables) {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof value === 'string') {
      pieces.push(withName(variable.name, style.encode(prefixOf(value, variable.maxLength)), style));
      continue;
    }
    if (variable.maxLength !== undefined) {
      const reason = `"${variable.name}" is a list or a map, which has no prefix`;
      throw new UriTemplateError('prefix-of-list', reason, {
        position: expression.position,
        expression: expression.text,
      });
    }
    // Not `push(...)`: a long list would exceed the number of arguments that a call can have.
    for (const piece of expandComposite(variable, value, style)) pieces.push(piece);
  }
  return pieces.length === 0 ? '' : style.first + pieces.join(style.separator);
}

function expandComposite(
  variable: Variable,
  value: readonly string[] | Readonly<Record<string, string>>,
  style: Style,
): string[] {
  const { encode } = style;
  if (Array.isArray(value)) {
    const items = (value as readonly string[]).map(encode);
    if (items.length === 0) return [];
    return variable.explode
      ? items.map((item) => withName(variable.name, item, style))
      : [withName(variable.name, items.join(','), style)];
  }
  const entries = Object.entries(value).map(([key, item]) => [encode(key), encode(item)] as const);
  if (entries.length === 0) return [];
  if (!variable.explode) return [withName(variable.name, entries.flat().join(','), style)];
  return entries.map(([key, item]) => (style.isNamed ? withName(key, item, style) : `${key}=${item}`));
}

function withName(name: string, encoded: string, style: Style): string {
  if (!style.isNamed) return encoded;
  return encoded === '' ? name + style.ifEmpty : `${name}=${encoded}`;
}

function prefixOf(value: string, maxLength: number | undefined): string {
  if (maxLength === undefined || value.length <= maxLength) return value;
  // No more than twice as many UTF-16 units are needed, however long the value is.
  return Array.from(value.slice(0, maxLength * 2))
    .slice(0, maxLength)
    .join('');
}
