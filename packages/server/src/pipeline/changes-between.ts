import type { Candidate, CandidateInput, IndexChanges } from '@mcp-typeahead/rank';
import type { Steps } from '../steps.js';

/** With more changes than this share of the list, a new index is as cheap, and better. */
const maxShare = 1 / 10;

const candidatesAStep = 1_000;

/**
 * How a list has become another, if little has changed: some are missing, and new ones stand at its end. Undefined if much has changed, or
 * if something stands in another place: equal matches come in the order of the list.
 */
export function* changesBetween(
  before: readonly CandidateInput[],
  after: readonly CandidateInput[],
): Steps<IndexChanges | undefined> {
  const most = Math.floor(before.length * maxShare);
  const remove: string[] = [];
  let kept = 0;
  for (const [i, candidate] of before.entries()) {
    if (i % candidatesAStep === 0) yield;
    const next = after[kept];
    if (next !== undefined && isSame(candidate, next)) kept += 1;
    else if (remove.push(valueOf(candidate)) > most) return undefined;
  }
  if (remove.length + after.length - kept > most) return undefined;
  return { remove, add: after.slice(kept) };
}

function isSame(one: CandidateInput, other: CandidateInput): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return (
    one.value === other.value &&
    one.title === other.title &&
    one.description === other.description &&
    one.weight === other.weight &&
    one.group === other.group &&
    hasSameAliases(one, other)
  );
}

function hasSameAliases({ aliases: some = [] }: Candidate, { aliases: others = [] }: Candidate): boolean {
  return some.length === others.length && some.every((alias, i) => alias === others[i]);
}

function valueOf(candidate: CandidateInput): string {
  return typeof candidate === 'string' ? candidate : candidate.value;
}
