import { isAlias, isMap, isScalar, isSeq, LineCounter } from 'yaml';
import type { ConfigErrorCode, ConfigProblem } from './config-error.js';
import { didYouMean } from './did-you-mean.js';
import { expandEnv, type Env } from './expand-env.js';
import type { Position } from './gateway-config.js';
import { parseYaml } from './parse-yaml.js';
import { offsetOf, resolveAliases, typeOf } from './yaml-nodes.js';

/** A value of the document; `offset` is where it stands, or where it is missing. */
export interface Item {
  readonly node: unknown;
  readonly offset: number;
}

export interface Entry extends Item {
  readonly key: string;
  readonly keyOffset: number;
}

/** Whether there is a program that a command means. */
type IsProgram = (command: string, cwd: string) => boolean;

/** More would scroll the first one, which usually explains the others, off the screen. */
const maxProblems = 20;

/** Aliases let a small file unfold into billions of entries; what fits a file by itself stays far below this. */
const maxItems = 1_000_000;

/**
 * Reads a YAML document piece by piece. A piece that is not as expected is noted as a problem with its position and
 * reads as undefined, so that one pass finds every fault.
 */
export class DocumentReader {
  readonly problems: ConfigProblem[] = [];
  readonly root: Item;
  readonly isProgram: IsProgram;
  readonly #text: string;
  readonly #env: Env;
  readonly #lines = new LineCounter();
  readonly #anchored: ReadonlyMap<unknown, unknown>;
  #items = 0;

  constructor(text: string, env: Env, isProgram: IsProgram = () => true) {
    this.isProgram = isProgram;
    this.#text = text;
    this.#env = env;
    const { document, faults } = parseYaml(text, this.#lines);
    for (const { offset, message } of faults) this.problem('syntax', offset, message);
    const contents = faults.length === 0 ? document?.contents : undefined;
    this.#anchored = document === undefined || faults.length > 0 ? new Map() : resolveAliases(document);
    this.root = { node: contents, offset: offsetOf(contents) ?? 0 };
  }

  problem(code: ConfigErrorCode, offset: number, message: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ code, ...this.position(offset), message });
  }

  position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** Where the character at `index` of a key stands; the key's own place when quotes or escapes move it. */
  offsetInKey(keyOffset: number, key: string, index: number): number {
    const start = /["']/.test(this.#text[keyOffset] ?? '') ? keyOffset + 1 : keyOffset;
    return this.#text.startsWith(key, start) ? start + index : keyOffset;
  }

  isMapping(item: Item): boolean {
    return isMap(this.#resolve(item.node));
  }

  isList(item: Item): boolean {
    return isSeq(this.#resolve(item.node));
  }

  /** The entries of a mapping with free keys; a key that comes twice is a problem. */
  mapping(item: Item, expected: string): readonly Entry[] | undefined {
    const node = this.#resolve(item.node);
    if (!isMap(node)) return this.#wrongType(item, expected);
    const seen = new Set<string>();
    const entries: Entry[] = [];
    for (const pair of node.items) {
      if (!this.#spend(item)) return undefined;
      const keyOffset = offsetOf(pair.key) ?? item.offset;
      const key = this.#key(pair.key, keyOffset);
      if (key === undefined) continue;
      if (seen.has(key)) {
        this.problem('duplicate-key', keyOffset, `duplicate key ${JSON.stringify(key)}`);
        continue;
      }
      seen.add(key);
      entries.push({ key, keyOffset, node: pair.value, offset: offsetOf(pair.value) ?? keyOffset });
    }
    return entries;
  }

  /** The entries of a mapping whose keys we know. */
  fields<K extends string>(
    item: Item,
    expected: string,
    known: readonly K[],
  ): ReadonlyMap<K, Entry> | undefined {
    const entries = this.mapping(item, expected);
    if (entries === undefined) return undefined;
    const fields = new Map<K, Entry>();
    for (const entry of entries) {
      if ((known as readonly string[]).includes(entry.key)) {
        fields.set(entry.key as K, entry);
        continue;
      }
      const message = `unknown key ${JSON.stringify(entry.key)}; ${hintFor(entry.key, known)}`;
      this.problem('unknown-key', entry.keyOffset, message);
    }
    return fields;
  }

  list(item: Item, expected: string): readonly Item[] | undefined {
    const node = this.#resolve(item.node);
    if (!isSeq(node)) return this.#wrongType(item, expected);
    const items: Item[] = [];
    for (const child of node.items) {
      if (!this.#spend(item)) return undefined;
      items.push({ node: child, offset: offsetOf(child) ?? item.offset });
    }
    return items;
  }

  /** A string with `${ENV}` expanded. */
  text(item: Item, expected: string): string | undefined {
    const node = this.#resolve(item.node);
    if (!isScalar(node) || typeof node.value !== 'string') return this.#wrongType(item, expected);
    return this.#expand(node.value, item);
  }

  /** A string, or a number or boolean as it is spelled: `007` is "007" and `1.10` is "1.10". */
  spelled(item: Item, expected: string): string | undefined {
    const node = this.#resolve(item.node);
    if (isScalar(node) && (typeof node.value === 'number' || typeof node.value === 'boolean')) {
      return node.source ?? String(node.value);
    }
    return this.text(item, expected);
  }

  /** A text with `${ENV}` expanded, a number, a boolean or null. */
  scalar(item: Item, expected: string): string | number | boolean | null | undefined {
    const node = this.#resolve(item.node);
    if (node === null || (isScalar(node) && node.value === null)) return null;
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    if (isScalar(node) && typeof node.value === 'number') return this.number(item, expected);
    return this.text(item, expected);
  }

  boolean(item: Item, expected = 'true or false'): boolean | undefined {
    const node = this.#resolve(item.node);
    if (!isScalar(node) || typeof node.value !== 'boolean') return this.#wrongType(item, expected);
    return node.value;
  }

  number(item: Item, expected: string): number | undefined {
    const node = this.#resolve(item.node);
    if (!isScalar(node) || typeof node.value !== 'number') return this.#wrongType(item, expected);
    if (!Number.isFinite(node.value)) return this.#badValue(item, expected);
    return node.value;
  }

  /** A whole number. */
  count(item: Item, least: number): number | undefined {
    const expected = `a whole number, at least ${least}`;
    const number = this.number(item, expected);
    if (number === undefined || (Number.isSafeInteger(number) && number >= least)) return number;
    return this.#badValue(item, expected);
  }

  #badValue(item: Item, expected: string): undefined {
    this.problem('bad-value', item.offset, `expected ${expected}`);
  }

  #wrongType(item: Item, expected: string): undefined {
    const found = typeOf(this.#resolve(item.node));
    this.problem('wrong-type', item.offset, `expected ${expected}, found ${found}`);
  }

  #resolve(node: unknown): unknown {
    return isAlias(node) ? (this.#anchored.get(node) ?? node) : node;
  }

  #key(node: unknown, offset: number): string | undefined {
    const key = this.#resolve(node);
    if (isScalar(key)) {
      if (typeof key.value === 'string') return key.value;
      if (key.source !== undefined && key.source !== '') return key.source;
    }
    this.problem('wrong-type', offset, `expected a name as key, found ${typeOf(key)}`);
    return undefined;
  }

  #expand(source: string, item: Item): string | undefined {
    if (!source.includes('${')) return source;
    const expansion = expandEnv(source, this.#env);
    if ('text' in expansion) return expansion.text;
    const { index, name } = expansion;
    const offset = this.#offsetOfReference(item.offset, source.slice(0, index).split('${').length);
    if (name === undefined) {
      const message = 'expected ${NAME} or ${NAME:-default} after "$"; a literal "${" is written "$${"';
      this.problem('bad-value', offset, message);
    } else {
      const message = `environment variable ${name} is not set; set it or write \${${name}:-default}`;
      this.problem('missing-env', offset, message);
    }
    return undefined;
  }

  /** Where the nth `${` from an offset on stands: quotes, escapes and indentation forbid to count characters. */
  #offsetOfReference(start: number, nth: number): number {
    let offset = start - 1;
    for (let seen = 0; seen < nth; seen++) offset = this.#text.indexOf('${', offset + 1);
    return offset === -1 ? start : offset;
  }

  #spend(item: Item): boolean {
    this.#items++;
    if (this.#items === maxItems + 1) {
      const message = `the file unfolds to more than ${maxItems} entries; put long lists into files`;
      this.problem('too-large', item.offset, message);
    }
    return this.#items <= maxItems;
  }
}

/** What helps whoever wrote an unknown key. */
function hintFor(key: string, known: readonly string[]): string {
  if (known.includes('completions') && ['prompts', 'resources'].includes(key)) {
    return 'it belongs under "completions"';
  }
  const near = didYouMean(key, known);
  const names = known.filter((name) => !name.startsWith('$')).join(', ');
  return near === undefined ? `expected one of: ${names}` : `did you mean "${near}"?`;
}
