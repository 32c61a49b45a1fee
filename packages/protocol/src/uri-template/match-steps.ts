import type { LiteralStep, RunStep, Step } from './compile-parts.js';
import type { Variable } from './parse-parts.js';
import { foldAuthority } from './fold-authority.js';
import { byteAt, canonicalText, decodeText } from './percent.js';

/** Variables by name, decoded. An exploded variable is a list. Has no prototype. */
export type TemplateMatch = Record<string, string | string[]>;

interface Subject {
  /** Canonical, hence ASCII. */
  text: string;
  /** The same with scheme and host in lower case. */
  folded: string;
  /** Number of decoded characters before each index; only if a variable has a prefix modifier. */
  characters: Uint32Array | undefined;
}

/**
 * Matches a URI backwards. First, from the last step to the first, it finds the positions from which the rest of
 * the template matches the rest of the URI; then, going forward, each run takes the fewest characters (but one
 * if it can) that let the rest match. So a match is found whenever there is one, and nothing is tried twice:
 * time is at most the length of the URI times the number of steps.
 *
 * @see docs/reference/uri-templates.md
 */
export function matchSteps(steps: readonly Step[], uri: string): TemplateMatch | undefined {
  const subject = toSubject(steps, uri);
  const [head] = steps;
  const tail = steps.at(-1);
  // Most URIs are told from most templates by what they begin or end with.
  if (head?.kind === 'literal' && !sideOf(subject, head).startsWith(head.text)) return undefined;
  if (tail?.kind === 'literal' && !sideOf(subject, tail).endsWith(tail.text)) return undefined;

  const reach = reachOf(steps, subject);
  return reach[0]?.[0] === 1 ? readVariables(steps, subject, reach) : undefined;
}

function toSubject(steps: readonly Step[], uri: string): Subject {
  const text = canonicalText(uri);
  const needsCount = steps.some((step) => step.kind === 'run' && step.variables.some((v) => v.maxLength));
  return {
    text,
    folded: foldAuthority(text).text,
    characters: needsCount ? countCharacters(text) : undefined,
  };
}

/** `%C3%A9` is one character: its first byte counts, the other does not, nor do their hex digits. */
function countCharacters(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1);
  let count = 0;
  for (let index = 0; index < text.length;) {
    const byte = byteAt(text, index);
    const width = byte < 0 ? 1 : 3;
    if (byte < 0x80 || byte > 0xbf) count += 1;
    before.fill(count, index + 1, index + width + 1);
    index += width;
  }
  return before;
}

function sideOf(subject: Subject, literal: LiteralStep): string {
  return literal.ignoresCase ? subject.folded : subject.text;
}

/** `reach[i][p]` is 1 if `steps[i…]` match the URI from index `p` to its end. */
function reachOf(steps: readonly Step[], subject: Subject): Uint8Array[] {
  const { length } = subject.text;
  const end = new Uint8Array(length + 1);
  end[length] = 1;
  const reach: Uint8Array[] = [];
  reach[steps.length] = end;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    const after = reach[index + 1];
    if (step === undefined || after === undefined) break;
    reach[index] =
      step.kind === 'literal'
        ? literalReach(step, sideOf(subject, step), after)
        : runReach(step, subject, after, step.skipTo === undefined ? undefined : reach[step.skipTo]);
  }
  return reach;
}

function literalReach({ text }: LiteralStep, subject: string, after: Uint8Array): Uint8Array {
  const here = new Uint8Array(after.length);
  for (let start = 0; start + text.length < after.length; start += 1) {
    if (after[start + text.length] === 1 && subject.startsWith(text, start)) here[start] = 1;
  }
  return here;
}

function runReach(
  step: RunStep,
  subject: Subject,
  after: Uint8Array,
  skip: Uint8Array | undefined,
): Uint8Array {
  const here = new Uint8Array(after.length);
  const { text } = subject;
  // The nearest end of a run of one character or more that begins at `start`; -1 if there is none.
  let nearest = -1;
  let nearestAfterPrefix = -1;
  for (let start = text.length; start >= 0; start -= 1) {
    nearestAfterPrefix = nearest;
    const canContain = start < text.length && !step.stops.includes(text.charAt(start));
    nearest = !canContain ? -1 : after[start + 1] === 1 ? start + 1 : nearest;
    const isMatch =
      step.prefixes === ''
        ? fits(step, subject, start, nearest)
        : start < text.length &&
          step.prefixes.includes(text.charAt(start)) &&
          (after[start + 1] === 1 || fits(step, subject, start + 1, nearestAfterPrefix));
    if (isMatch || skip?.[start] === 1) here[start] = 1;
  }
  return here;
}

/** Whether a run exists and keeps to its prefix modifier. The nearest end is the one most likely to. */
function fits(step: RunStep, subject: Subject, start: number, end: number): boolean {
  if (end < 0) return false;
  const maxLength = step.named ? undefined : step.variables[0]?.maxLength;
  if (maxLength === undefined || subject.characters === undefined) return true;
  return (subject.characters[end] ?? 0) - (subject.characters[start] ?? 0) <= maxLength;
}

function readVariables(
  steps: readonly Step[],
  subject: Subject,
  reach: readonly Uint8Array[],
): TemplateMatch | undefined {
  const reader = createReader();
  let position = 0;
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    const after = reach[index + 1];
    if (step === undefined || after === undefined) break;
    if (step.kind === 'literal') {
      position += step.text.length;
      index += 1;
      continue;
    }
    const end = runEnd(step, subject, position, after);
    if (end < 0) {
      index = step.skipTo ?? index + 1;
      continue;
    }
    const run = subject.text.slice(position + (step.prefixes === '' ? 0 : 1), end);
    if (!(step.named ? reader.readParameters(step, run) : reader.readRun(step, run))) return undefined;
    position = end;
    index += 1;
  }
  return reader.found;
}

/** Where the run ends: after the fewest characters but one, else empty after its prefix, else -1 (absent). */
function runEnd(step: RunStep, subject: Subject, position: number, after: Uint8Array): number {
  const { text } = subject;
  const hasPrefix = step.prefixes !== '';
  if (hasPrefix && (position >= text.length || !step.prefixes.includes(text.charAt(position)))) return -1;
  const start = hasPrefix ? position + 1 : position;
  let end = start;
  while (end < text.length && !step.stops.includes(text.charAt(end))) {
    end += 1;
    if (after[end] === 1) {
      if (fits(step, subject, start, end)) return end;
      break;
    }
  }
  return hasPrefix && after[start] === 1 ? start : -1;
}

interface Reader {
  readonly found: TemplateMatch;
  /** False if a variable would stand for two different values. */
  readRun(step: RunStep, run: string): boolean;
  readParameters(step: RunStep, run: string): boolean;
}

function createReader(): Reader {
  const found = Object.create(null) as TemplateMatch;
  const cut = new Set<string>();

  const assign = ({ name, maxLength }: Variable, value: string | string[]): boolean => {
    const known = found[name];
    if (known === undefined) {
      found[name] = value;
      if (maxLength !== undefined) cut.add(name);
      return true;
    }
    if (typeof known !== 'string' || typeof value !== 'string') return String(known) === String(value);
    // In `{/name:1,name}` the first occurrence is the beginning of the second.
    const isLonger = value.length > known.length;
    if (isLonger ? !(cut.has(name) && value.startsWith(known)) : !known.startsWith(value)) return false;
    if (!isLonger && value.length < known.length && maxLength === undefined) return false;
    if (isLonger) found[name] = value;
    if (maxLength === undefined) cut.delete(name);
    return true;
  };

  return {
    found,
    readRun(step, run) {
      const [variable] = step.variables;
      if (variable === undefined) return true;
      return assign(
        variable,
        step.separator === undefined ? decodeText(run) : run.split(step.separator).map(decodeText),
      );
    },
    readParameters(step, run) {
      const sent = readPairs(run, step.separator ?? '&');
      return step.variables.every((variable) => {
        const values = sent.get(decodeText(variable.name));
        const [first] = values ?? [];
        if (values === undefined || first === undefined) return true;
        if (variable.explode) return assign(variable, values);
        if (variable.maxLength !== undefined && Array.from(first).length > variable.maxLength) return false;
        return assign(variable, first);
      });
    },
  };
}

/** Parameters by decoded name, in the order they came. */
function readPairs(run: string, separator: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const pair of run.split(separator)) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeText(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeText(pair.slice(equals + 1));
    const values = pairs.get(name);
    if (values === undefined) pairs.set(name, [value]);
    else values.push(value);
  }
  return pairs;
}
