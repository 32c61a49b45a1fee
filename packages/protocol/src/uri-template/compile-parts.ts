import { characterSet } from './character-set.js';
import type { CharacterSet } from './character-set.js';
import { styles } from './expand-parts.js';
import { foldLiterals } from './fold-authority.js';
import type { Expression, Operator, Part, Variable } from './parse-parts.js';
import { canonicalText } from './percent.js';

/** A template as steps for matching. */
export interface CompiledTemplate {
  /** The literal that the template begins with. */
  head: LiteralStep | undefined;
  /** What is between head and tail. */
  steps: readonly Step[];
  /** The literal that the template ends with, unless it is the head. */
  tail: LiteralStep | undefined;
}

/** One step of matching. */
export type Step = LiteralStep | RunStep;

export interface LiteralStep {
  kind: 'literal';
  /** Canonical; in lower case as far as it is scheme or host. */
  text: string;
  /** Compare with the folded URI. */
  ignoresCase: boolean;
}

/** Some characters that belong to one variable, or to all variables of a `;`, `?` or `&` expression. */
export interface RunStep {
  kind: 'run';
  operator: Operator;
  /** One of these comes before the run. Undefined if nothing does, and then the run is not empty. */
  prefixes: CharacterSet | undefined;
  /** What a run does not contain. */
  stops: CharacterSet;
  /** Cuts the run into list items (an exploded variable) or into parameters. */
  separator: string | undefined;
  /** Index of the step after the expression, if the expression may end or be absent here. */
  skipTo: number | undefined;
  /** Whether the run is `name=value` parameters. Otherwise it belongs to its only variable. */
  isNamed: boolean;
  variables: readonly Variable[];
}

/** Prepares a template for matching. The rule is in docs/reference/uri-templates.md. */
export function compileParts(parts: readonly Part[]): CompiledTemplate {
  const literals = foldLiterals(
    parts.map((part) => (part.kind === 'literal' ? canonicalText(part.text) : { operator: part.operator })),
  ).map((literal): LiteralStep | undefined => literal && { kind: 'literal', ...literal });
  const steps: Step[] = [];
  let inQuery = false;
  for (const [index, part] of parts.entries()) {
    const literal = literals[index];
    if (part.kind === 'literal') {
      inQuery ||= part.text.includes('?');
      const isInside = index > 0 && index < parts.length - 1;
      if (isInside && literal !== undefined) steps.push(literal);
      continue;
    }
    if (styles[part.operator].isNamed) addParameters(steps, part);
    else addRuns(steps, part, inQuery);
    inQuery ||= part.operator === '?';
  }
  return { head: literals[0], steps, tail: literals.length > 1 ? literals.at(-1) : undefined };
}

function addParameters(steps: Step[], { operator, variables }: Expression): void {
  const { first, separator } = styles[operator];
  const previous = steps.at(-1);
  const continues = previous?.kind === 'run' && previous.isNamed && previous.separator === separator;
  if (continues && operator !== '?') {
    // `{?a}{&b}` is one set of parameters, since they may come in any order. Where `a` is undefined it expands
    // to `&b=…` (RFC 6570, 3.2.9), so the set may begin with either.
    const prefixes = previous.operator === operator ? previous.prefixes : characterSet('?&');
    steps[steps.length - 1] = { ...previous, prefixes, variables: [...previous.variables, ...variables] };
    return;
  }
  steps.push({
    kind: 'run',
    prefixes: characterSet(first),
    operator,
    stops: characterSet(operator === ';' ? '/?#' : '#'),
    separator,
    skipTo: steps.length + 1,
    isNamed: true,
    variables,
  });
}

function addRuns(steps: Step[], { operator, variables }: Expression, inQuery: boolean): void {
  const { first, separator } = styles[operator];
  const foreign = foreignTo(operator, inQuery);
  const end = steps.length + variables.length;
  for (const [index, variable] of variables.entries()) {
    const prefix = index === 0 ? first : separator;
    // The last variable takes what is left. Not so after "/", which no value contains unless it is a list.
    const takesSeparator = variable.explode || (index === variables.length - 1 && operator !== '/');
    steps.push({
      kind: 'run',
      operator,
      prefixes: prefix === '' ? undefined : characterSet(prefix),
      stops: characterSet(takesSeparator ? foreign : foreign + separator),
      separator: variable.explode ? separator : undefined,
      skipTo: prefix === '' ? undefined : end,
      isNamed: false,
      variables: [variable],
    });
  }
}

/** Delimiters that an expansion would have encoded. Other characters are taken raw too: many servers send them so. */
function foreignTo(operator: Operator, inQuery: boolean): string {
  if (operator === '+' || operator === '#') return '';
  if (inQuery) return '&#';
  return operator === '/' ? '?#' : '/?#';
}
