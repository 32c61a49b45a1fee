import { styles } from './expand-parts.js';
import { foldLiterals } from './fold-authority.js';
import type { Expression, Operator, Part, Variable } from './parse-parts.js';
import { canonicalText } from './percent.js';

/** One step of matching. A template is a list of them. */
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
  /** One of these comes before the run; empty if nothing does, and then the run is not empty. */
  prefixes: string;
  /** By ASCII code: 1 for what a run does not contain. */
  stops: Uint8Array;
  /** Cuts the run into list items (an exploded variable) or into parameters. */
  separator: string | undefined;
  /** The step after the expression, if the expression may end or be absent here. */
  skipTo: number | undefined;
  /** Whether the run is `name=value` parameters. Otherwise it belongs to its only variable. */
  isNamed: boolean;
  variables: readonly Variable[];
}

/** Turns a template into steps for matching. */
export function compileParts(parts: readonly Part[]): Step[] {
  const literals = foldLiterals(
    parts.map((part) => (part.kind === 'literal' ? canonicalText(part.text) : { operator: part.operator })),
  );
  const steps: Step[] = [];
  let inQuery = false;
  for (const [index, part] of parts.entries()) {
    const literal = literals[index];
    if (literal !== undefined) steps.push({ kind: 'literal', ...literal });
    if (part.kind === 'literal') inQuery ||= part.text.includes('?');
    else if (styles[part.operator].isNamed) addParameters(steps, part);
    else addRuns(steps, part, inQuery);
    if (part.kind === 'expression') inQuery ||= part.operator === '?';
  }
  return steps;
}

function addParameters(steps: Step[], { operator, variables }: Expression): void {
  const { first, separator } = styles[operator];
  const previous = steps.at(-1);
  const continues = previous?.kind === 'run' && previous.isNamed && previous.separator === separator;
  if (continues && operator !== '?') {
    // `{?a}{&b}` is one set of parameters, since they may come in any order.
    const prefixes = previous.prefixes.includes(first) ? previous.prefixes : previous.prefixes + first;
    steps[steps.length - 1] = { ...previous, prefixes, variables: [...previous.variables, ...variables] };
    return;
  }
  steps.push({
    kind: 'run',
    prefixes: first,
    stops: stopsOf(operator === ';' ? '/?#' : '#'),
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
    const isFirst = index === 0;
    // The last variable takes what is left. Not so after "/", which no value contains unless it is a list.
    const takesSeparator = variable.explode || (index === variables.length - 1 && operator !== '/');
    steps.push({
      kind: 'run',
      prefixes: isFirst ? first : separator,
      stops: stopsOf(takesSeparator ? foreign : foreign + separator),
      separator: variable.explode ? separator : undefined,
      skipTo: isFirst && first === '' ? undefined : end,
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

function stopsOf(characters: string): Uint8Array {
  const stops = new Uint8Array(128);
  for (const character of characters) stops[character.charCodeAt(0)] = 1;
  return stops;
}
