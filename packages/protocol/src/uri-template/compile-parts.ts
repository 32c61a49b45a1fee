import { styles } from './expand-parts.js';
import { foldLiterals } from './fold-authority.js';
import { canLeaveAuthority } from './normalize-template.js';
import type { Expression, Part, Variable } from './parse-parts.js';
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
  /** Characters of which one must come first; empty if none need. */
  prefixes: string;
  /** Characters that a run does not contain. */
  stops: string;
  /** Cuts the run into list items (an exploded variable) or into parameters. */
  separator: string | undefined;
  /** The step after the expression, if it may be absent from here on. */
  skipTo: number | undefined;
  /** Whether the run is `name=value` parameters. Otherwise it belongs to the only variable. */
  named: boolean;
  variables: readonly Variable[];
}

/** Turns a template into steps for matching. */
export function compileParts(parts: readonly Part[]): Step[] {
  const literals = foldLiterals(
    parts.map((part) =>
      part.kind === 'literal'
        ? canonicalText(part.text)
        : { leavesAuthority: canLeaveAuthority(part.operator) },
    ),
  );
  const steps: Step[] = [];
  let inQuery = false;
  for (const [index, part] of parts.entries()) {
    const literal = literals[index];
    if (literal !== undefined) steps.push({ kind: 'literal', ...literal });
    if (part.kind === 'literal') {
      inQuery ||= part.text.includes('?');
    } else if (styles[part.operator].named) {
      addParameters(steps, part);
      inQuery ||= part.operator === '?';
    } else {
      addRuns(steps, part, inQuery);
    }
  }
  return steps;
}

/** `{?a}{&b}` is one list of parameters: a client may send them in any order. */
function addParameters(steps: Step[], { operator, variables }: Expression): void {
  const previous = steps.at(-1);
  const { first, separator } = styles[operator];
  if (previous?.kind === 'run' && previous.named && previous.separator === separator && operator !== '?') {
    const prefixes = previous.prefixes.includes(first) ? previous.prefixes : previous.prefixes + first;
    const merged = { ...previous, prefixes, variables: [...previous.variables, ...variables] };
    steps[steps.length - 1] = merged;
    return;
  }
  const stops = operator === ';' ? '/?#' : '#';
  const skipTo = steps.length + 1;
  steps.push({ kind: 'run', prefixes: first, stops, separator, skipTo, named: true, variables });
}

function addRuns(steps: Step[], { operator, variables }: Expression, inQuery: boolean): void {
  const { first, separator } = styles[operator];
  const end = steps.length + variables.length;
  const isOpen = operator === '+' || operator === '#';
  const stops = isOpen ? '' : inQuery ? '&#' : operator === '/' ? '?#' : '/?#';
  for (const [index, variable] of variables.entries()) {
    // The last variable takes what is left. Not so after "/", which no value contains unless it is a list.
    const takesSeparator = variable.explode || (index === variables.length - 1 && operator !== '/');
    const isFirst = index === 0;
    steps.push({
      kind: 'run',
      prefixes: isFirst ? first : separator,
      stops: takesSeparator ? stops : stops + separator,
      separator: variable.explode ? separator : undefined,
      skipTo: isFirst && first === '' ? undefined : end,
      named: false,
      variables: [variable],
    });
  }
}
