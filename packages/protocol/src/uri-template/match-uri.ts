import type { CompiledTemplate, LiteralStep, RunStep, Step } from './compile-parts.js';
import { occurrencesOf } from './literal-occurrences.js';
import { characterStarts } from './percent.js';
import type { PreparedUri } from './prepared-uri.js';
import { createVariableReader } from './variable-reader.js';
import type { TemplateMatch } from './variable-reader.js';

/** What is between head and tail. */
interface Subject extends PreparedUri {
  /** 1 at each index where a character begins: no variable ends inside `%C3%A9`. */
  starts: Uint8Array;
  /** Number of characters before each index; only if a variable has a prefix modifier. */
  counts: Uint32Array | undefined;
}

/**
 * Matches a URI backwards. From the last step to the first, it finds the indices from which the rest of the
 * template matches the rest of the URI. Then, from the first step to the last, each run takes the fewest
 * characters that let the rest match. So a match is found whenever one exists, and nothing is tried twice: time
 * is the length of the URI times the number of steps.
 *
 * @see docs/reference/uri-templates.md
 */
export function matchUri(
  { head, steps, tail }: CompiledTemplate,
  { text, folded }: PreparedUri,
): TemplateMatch | undefined {
  // Most URIs are told from most templates by what they begin or end with, or do not contain.
  if (head !== undefined && !(head.ignoresCase ? folded : text).startsWith(head.text)) return undefined;
  if (tail !== undefined && !(tail.ignoresCase ? folded : text).endsWith(tail.text)) return undefined;
  const begin = head?.text.length ?? 0;
  const end = text.length - (tail?.text.length ?? 0);
  if (end < begin) return undefined;
  const contains = (step: Step): boolean =>
    step.kind === 'run' || (step.ignoresCase ? folded : text).includes(step.text, begin);
  if (!steps.every(contains)) return undefined;

  const starts = characterStarts(text).subarray(begin, end + 1);
  if (starts[0] === 0 || starts[end - begin] === 0) return undefined;
  const isCounting = steps.some((step) => step.kind === 'run' && maxLengthOf(step) !== undefined);
  const counts = isCounting ? countsOf(starts) : undefined;
  const subject = { text: text.slice(begin, end), folded: folded.slice(begin, end), starts, counts };
  const reach = reachOf(steps, subject);
  return reach[0]?.[0] === 1 ? readVariables(steps, subject, reach) : undefined;
}

function countsOf(starts: Uint8Array): Uint32Array {
  const counts = new Uint32Array(starts.length);
  for (let index = 1; index < starts.length; index += 1) {
    counts[index] = (counts[index - 1] ?? 0) + (starts[index - 1] ?? 0);
  }
  return counts;
}

/** `reach[i][p]` is 1 if the steps from `i` on match the URI from index `p` to its end. */
function reachOf(steps: readonly Step[], subject: Subject): Uint8Array[] {
  const { length } = subject.text;
  const end = new Uint8Array(length + 1);
  end[length] = 1;
  const reach: Uint8Array[] = [];
  reach[steps.length] = end;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step === undefined) break;
    reach[index] =
      step.kind === 'literal'
        ? literalReach(step, subject, reach[index + 1] ?? end)
        : runReach(step, subject, reach, index);
  }
  return reach;
}

function literalReach({ text, ignoresCase }: LiteralStep, subject: Subject, after: Uint8Array): Uint8Array {
  const here = occurrencesOf(text, ignoresCase ? subject.folded : subject.text);
  for (let start = 0; start < here.length; start += 1) {
    if (after[start + text.length] !== 1 || subject.starts[start] !== 1) here[start] = 0;
  }
  return here;
}

function runReach(step: RunStep, subject: Subject, reach: readonly Uint8Array[], index: number): Uint8Array {
  const { text, starts } = subject;
  const { prefixes, stops } = step;
  const after = reach[index + 1] ?? new Uint8Array();
  const skip = step.skipTo === undefined ? undefined : reach[step.skipTo];
  const here = new Uint8Array(text.length + 1);
  here[text.length] = skip?.[text.length] ?? 0;
  // The nearest end of a run of at least one character: of one that begins at `start`, and right after it.
  let nearest = -1;
  let nearestNext = -1;
  for (let start = text.length - 1; start >= 0; start -= 1) {
    const code = text.charCodeAt(start);
    nearestNext = nearest;
    if (stops[code] === 1) nearest = -1;
    else if (after[start + 1] === 1) nearest = start + 1;
    if (starts[start] === 0) continue;
    const matches =
      prefixes === undefined
        ? fits(step, subject, start, nearest)
        : prefixes[code] === 1 && (after[start + 1] === 1 || fits(step, subject, start + 1, nearestNext));
    if (matches || skip?.[start] === 1) here[start] = 1;
  }
  return here;
}

/** Whether there is such a run, no longer than its prefix modifier allows. If the nearest end is too far, all are. */
function fits(step: RunStep, { counts }: Subject, start: number, end: number): boolean {
  if (end < 0) return false;
  const maxLength = maxLengthOf(step);
  return (
    maxLength === undefined || counts === undefined || (counts[end] ?? 0) - (counts[start] ?? 0) <= maxLength
  );
}

function maxLengthOf(step: RunStep): number | undefined {
  return step.isNamed ? undefined : step.variables[0]?.maxLength;
}

function readVariables(
  steps: readonly Step[],
  subject: Subject,
  reach: readonly Uint8Array[],
): TemplateMatch | undefined {
  const reader = createVariableReader();
  let position = 0;
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (step === undefined) break;
    if (step.kind === 'literal') {
      position += step.text.length;
    } else {
      const end = runEnd(step, subject, position, reach[index + 1]);
      if (end < 0 && step.skipTo !== undefined) {
        index = step.skipTo;
        continue;
      }
      const run = subject.text.slice(step.prefixes === undefined ? position : position + 1, end);
      if (!reader.read(step, run)) return undefined;
      position = end;
    }
    index += 1;
  }
  return reader.variables;
}

/** Where the run ends: after the fewest characters above none, else at once, else -1: the expression is absent. */
function runEnd(step: RunStep, subject: Subject, position: number, after: Uint8Array | undefined): number {
  const { text } = subject;
  const { prefixes, stops } = step;
  // Past the end the code is NaN, which is in no set.
  if (prefixes !== undefined && prefixes[text.charCodeAt(position)] !== 1) return -1;
  const start = prefixes === undefined ? position : position + 1;
  for (let end = start; end < text.length && stops[text.charCodeAt(end)] !== 1; end += 1) {
    if (after?.[end + 1] !== 1) continue;
    if (fits(step, subject, start, end + 1)) return end + 1;
    break;
  }
  return prefixes !== undefined && after?.[start] === 1 ? start : -1;
}
