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

/** An expression that nobody has looked into yet. */
interface RawExpression {
  kind: 'raw';
  text: string;
  position: number;
}

export interface ParseLimits {
  maxLength: number;
  maxVariables: number;
  allowHyphens: boolean;
}

/** Cuts a template at its braces. Linear. */
export function splitParts(template: string, maxLength: number): (Literal | RawExpression)[] {
  if (template.length > maxLength) {
    throw new UriTemplateError('template-too-long', 0, `longer than the limit of ${maxLength} characters`);
  }
  const parts: (Literal | RawExpression)[] = [];
  let index = 0;
  while (index < template.length) {
    const open = template.indexOf('{', index);
    const end = open < 0 ? template.length : open;
    const stray = template.slice(index, end).indexOf('}');
    if (stray >= 0) {
      throw new UriTemplateError('unopened-expression', index + stray, 'this "}" closes nothing; write %7D');
    }
    if (end > index) parts.push({ kind: 'literal', text: template.slice(index, end) });
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) throw new UriTemplateError('unclosed-expression', open, 'this "{" is never closed');
    parts.push({ kind: 'raw', text: template.slice(open, close + 1), position: open });
    index = close + 1;
  }
  return parts;
}

/** @throws UriTemplateError */
export function parseParts(template: string, limits: ParseLimits): Part[] {
  let variables = 0;
  return splitParts(template, limits.maxLength).map((part) => {
    if (part.kind === 'literal') return part;
    const expression = parseExpression(part, limits);
    variables += expression.variables.length;
    if (variables > limits.maxVariables) {
      const reason = `more than the limit of ${limits.maxVariables} variables`;
      throw new UriTemplateError('too-many-variables', part.position, reason);
    }
    return expression;
  });
}

function parseExpression({ text, position }: RawExpression, limits: ParseLimits): Expression {
  const fail = (reason: string): never => {
    throw new UriTemplateError('invalid-expression', position, reason, text);
  };
  const inner = text.slice(1, -1);
  const operator = operatorOf(inner);
  if (operator === undefined) return fail(`"${inner.charAt(0)}" is reserved and not an operator`);
  const list = inner.slice(operator.length);
  if (list === '') return fail('it names no variable');
  const variables = list.split(',').map((spec): Variable => {
    const { name, modifier } = splitModifier(spec);
    if (!isVariableName(name, limits.allowHyphens)) return fail(nameProblem(name));
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
  if (last !== '' && '?#&+/;'.includes(last))
    return `an operator stands first: {${last}${name.slice(0, -1)}}`;
  return 'a variable is named with letters, digits, "_" and "." only';
}
