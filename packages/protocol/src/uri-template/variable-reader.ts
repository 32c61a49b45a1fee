import type { RunStep } from './compile-parts.js';
import type { Variable } from './parse-parts.js';
import { decodeText } from './percent.js';

/** Variables by name, decoded. An exploded variable is always a list. Has no prototype. */
export type TemplateMatch = Record<string, string | string[]>;

export interface VariableReader {
  readonly variables: TemplateMatch;
  /** Reads the variables of one run; false if a variable would stand for two different values. */
  read(step: RunStep, run: string): boolean;
}

interface Occurrence {
  value: string | string[];
  /** Whether a prefix modifier may have cut it. */
  isCut: boolean;
}

/** Reads variables out of the runs of one URI. */
export function createVariableReader(): VariableReader {
  const variables = Object.create(null) as TemplateMatch;
  const cut = new Set<string>();

  const assign = (variable: Variable, value: string | string[]): boolean => {
    const { name } = variable;
    const given = { value, isCut: isCut(variable, value) };
    const known = variables[name];
    if (known === undefined) {
      variables[name] = value;
      if (given.isCut) cut.add(name);
      return true;
    }
    const before = { value: known, isCut: cut.has(name) };
    if (!agree(before, given) && !agree(given, before)) return false;
    if (before.isCut && (!given.isCut || value.length > known.length)) variables[name] = value;
    if (!given.isCut) cut.delete(name);
    return true;
  };

  const readOne = (variable: Variable, run: string, separator: string | undefined): boolean =>
    assign(variable, separator === undefined ? decodeText(run) : run.split(separator).map(decodeText));

  return {
    variables,
    read({ isNamed, variables: [variable, ...others], separator }, run) {
      if (variable === undefined) return true;
      if (!isNamed) return readOne(variable, run, separator);
      const pairs = readPairs(run, separator ?? '&');
      return [variable, ...others].every((each) => {
        const values = pairs.get(decodeText(each.name));
        if (values === undefined) return true;
        if (each.explode) return assign(each, values);
        const [first = ''] = values;
        return !isTooLong(each, first) && assign(each, first);
      });
    },
  };
}

/** Parameters by decoded name, each with its values in the order in which they came. */
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

function isCut({ maxLength }: Variable, value: string | string[]): boolean {
  return maxLength !== undefined && typeof value === 'string' && Array.from(value).length >= maxLength;
}

function isTooLong({ maxLength }: Variable, value: string): boolean {
  return maxLength !== undefined && Array.from(value).length > maxLength;
}

/** Whether the value of `a` is that of `b`, or its beginning as in `{name:1}/{name}`. */
function agree(a: Occurrence, b: Occurrence): boolean {
  if (typeof a.value === 'string' && typeof b.value === 'string') {
    return a.value === b.value || (a.isCut && b.value.startsWith(a.value));
  }
  if (typeof a.value === 'string' || typeof b.value === 'string') return false;
  const { value } = b;
  return a.value.length === value.length && a.value.every((item, index) => item === value[index]);
}
