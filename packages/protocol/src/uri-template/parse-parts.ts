import type { TemplateLimits } from './template-limits.js';
import { UriTemplateError } from './uri-template-error.js';

/** How an expression is expanded (RFC 6570, 2.2); `''` is simple expansion, `{name}`. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

export interface Variable {
  name: string;
  /** `{name*}` */
  explode: boolean;
  /** `{name:3}`: only so many characters of the value, counted in code points. */
  maxLength: number | undefined;
}

export interface Literal {
  kind: 'literal';
  text: string;
}

export interface Expression {
  kind: 'expression';
  operator: Operator;
  variables: readonly Variable[];
  /** With braces. */
  text: string;
  position: number;
}

export type Part = Literal | Expression;

/** An expression that has not been looked into. */
interface RawExpression {
  kind: 'raw';
  text: string;
  position: number;
}

export interface ParseOptions extends TemplateLimits {
  allowHyphens: boolean;
}

/** Cuts a template at its braces. Linear. */
export function splitParts(template: string, maxLength: number): (Literal | RawExpression)[] {
  if (template.length > maxLength) {
    throw new UriTemplateError('template-too-long', `URI template is longer than ${maxLength} characters`);
  }
  const parts: (Literal | RawExpression)[] = [];
  let index = 0;
  while (index < template.length) {
    const open = template.indexOf('{', index);
    const end = open < 0 ? template.length : open;
    const stray = template.slice(index, end).indexOf('}');
    if (stray >= 0) {
      const position = index + stray;
      const reason = `"}" at position ${position} closes nothing; write %7D for a literal one`;
      throw new UriTemplateError('unopened-expression', reason, { position });
    }
    if (end > index) parts.push({ kind: 'literal', text: template.slice(index, end) });
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) {
      const reason = `"{" at position ${open} is never closed; write %7B for a literal one`;
      throw new UriTemplateError('unclosed-expression', reason, { position: open });
    }
    parts.push({ kind: 'raw', text: template.slice(open, close + 1), position: open });
    index = close + 1;
  }
  return parts;
}

/** @throws UriTemplateError */
export function parseParts(template: string, options: ParseOptions): Part[] {
  let variables = 0;
  return splitParts(template, options.maxLength).map((part) => {
    if (part.kind === 'literal') return part;
    const expression = parseExpression(part, options);
    variables += expression.variables.length;
    if (variables > options.maxVariables) {
      const reason = `URI template has more than ${options.maxVariables} variables`;
      throw new UriTemplateError('too-many-variables', reason, { position: part.position });
    }
    return expression;
  });
}

function parseExpression({ text, position }: RawExpression, options: ParseOptions): Expression {
  const fail = (reason: string): never => {
    throw new UriTemplateError('invalid-expression', reason, { position, expression: text });
  };
  const inner = text.slice(1, -1);
  const operator = operatorOf(inner);
  if (operator === undefined) return fail(`"${inner.charAt(0)}" is reserved and not an operator`);
  const list = inner.slice(operator.length);
  if (list === '') return fail('it names no variable');
  const variables = list.split(',').map((spec): Variable => {
    const { name, modifier } = splitModifier(spec);
    if (!isVariableName(name, options.allowHyphens)) return fail(nameProblem(name));
    if (modifier === '*') return { name, explode: true, maxLength: undefined };
    if (modifier === '') return { name, explode: false, maxLength: undefined };
    const maxLength = prefixLength(modifier);
    if (maxLength === undefined) return fail('a prefix is ":" and a number from 1 to 9999, without "*"');
    return { name, explode: false, maxLength };
  });
  return { kind: 'expression', operator, variables, text, position };
}

/** Undefined for the characters that RFC 6570 keeps for later versions. */
function operatorOf(inner: string): Operator | undefined {
  const first = inner.charAt(0);
  switch (first) {
    case '+':
    case '#':
    case '.':
    case '/':
    case ';':
    case '?':
    case '&':
      return first;
    case '=':
    case ',':
    case '!':
    case '@':
    case '|':
      return undefined;
    default:
      return '';
  }
}

function splitModifier(spec: string): { name: string; modifier: string } {
  if (spec.endsWith('*') && !spec.includes(':')) return { name: spec.slice(0, -1), modifier: '*' };
  const colon = spec.indexOf(':');
  return colon < 0
    ? { name: spec, modifier: '' }
    : { name: spec.slice(0, colon), modifier: spec.slice(colon) };
}

function prefixLength(modifier: string): number | undefined {
  return /^:[1-9][0-9]{0,3}$/.test(modifier) ? Number(modifier.slice(1)) : undefined;
}

/** `varname` of RFC 6570, 2.3: letters, digits, `_` and triplets, with single dots between them. */
function isVariableName(name: string, allowHyphens: boolean): boolean {
  let afterDot = true;
  for (let index = 0; index < name.length; index += 1) {
    const char = name.charAt(index);
    if (char === '.') {
      if (afterDot) return false;
      afterDot = true;
      continue;
    }
    if (char === '%') {
      if (!/^[0-9A-Fa-f]{2}$/.test(name.slice(index + 1, index + 3))) return false;
      index += 2;
    } else if (!/^[A-Za-z0-9_]$/.test(char) && !(allowHyphens && char === '-')) {
      return false;
    }
    afterDot = false;
  }
  return !afterDot;
}

function nameProblem(name: string): string {
  const last = name.slice(-1);
  return last !== '' && '+#./;?&'.includes(last)
    ? `the operator "${last}" stands first, after the "{"`
    : 'a variable is named with letters, digits, "_" and "." only';
}
