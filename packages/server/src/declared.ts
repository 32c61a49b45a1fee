import type { CompletionRef, UriTemplate } from '@mcp-typeahead/protocol';
import { prepareUri, refKey } from '@mcp-typeahead/protocol';
import { checkDeclarations } from './check-declarations.js';
import type { Completer } from './completer/completer.js';
import { toCompleter } from './completer/to-completer.js';
import { values } from './completer/values.js';
import { CompletionsError } from './completions-error.js';
import type { Directory, Located } from './directory.js';
import { parseTemplate } from './parse-template.js';
import { legalValues } from './schema/legal-values.js';
import type { PromptFields } from './schema/prompt-fields.js';
import { promptFields } from './schema/prompt-fields.js';
import type { Slot } from './slot.js';
import { describeSlot } from './slot.js';

interface Entry {
  ref: CompletionRef;
  completers: ReadonlyMap<string, Completer>;
  /** For templates. */
  template: UriTemplate | undefined;
}

type Inputs = Readonly<Record<string, unknown>>;

interface Declarations {
  schemas?: Inputs | undefined;
  prompts?: Readonly<Record<string, Inputs | undefined>> | undefined;
  resources?: Readonly<Record<string, Inputs | undefined>> | undefined;
}

/** The prompts and templates that `createCompletions` was told of. */
export class Declared implements Directory {
  readonly #entries: Map<string, Entry> = new Map();

  /** @throws CompletionsError `invalid-completer`, `undeclared-argument`, `invalid-template` */
  constructor({ schemas = {}, prompts = {}, resources = {} }: Declarations) {
    checkDeclarations('prompts', prompts);
    checkDeclarations('resources', resources);
    for (const name of new Set([...Object.keys(schemas), ...Object.keys(prompts)])) {
      const fields = Object.hasOwn(schemas, name) ? promptFields(schemas[name]) : undefined;
      this.#addPrompt(name, Object.hasOwn(prompts, name) ? prompts[name] : undefined, fields);
    }
    for (const [template, inputs] of Object.entries(resources)) this.#addTemplate(template, inputs ?? {});
  }

  /** Number of arguments that have a completer. */
  get size(): number {
    return [...this.#entries.values()].reduce((sum, { completers }) => sum + completers.size, 0);
  }

  get entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** Whether prompts (`ref/prompt`) or templates (`ref/resource`) are declared. */
  hasType(type: CompletionRef['type']): boolean {
    return [...this.#entries.values()].some(({ ref }) => ref.type === type);
  }

  /** The declared completers of a prompt or template, by argument. */
  completersOf(ref: CompletionRef): ReadonlyMap<string, Completer> {
    return this.#entries.get(refKey(ref))?.completers ?? new Map<string, Completer>();
  }

  locate(ref: CompletionRef): Located | undefined {
    const entry = this.#entries.get(refKey(ref)) ?? this.#expanded(ref);
    return entry && { ref: entry.ref, completer: (argument) => entry.completers.get(argument) };
  }

  /** A template that the uri is an expansion of. What still has expressions in it is a template, not a URI. */
  #expanded(ref: CompletionRef): Entry | undefined {
    if (ref.type !== 'ref/resource' || ref.uri.includes('{')) return undefined;
    const uri = prepareUri(ref.uri);
    if (uri === undefined) return undefined;
    for (const entry of this.#entries.values()) {
      if (entry.template?.match(uri) !== undefined) return entry;
    }
    return undefined;
  }

  #addPrompt(name: string, inputs: Inputs = {}, fields: PromptFields | undefined): void {
    const ref: CompletionRef = { type: 'ref/prompt', name };
    const completers = toCompleters(ref, inputs, fields && [...fields.keys()]);
    for (const [argument, { schema, root }] of fields ?? []) {
      const found = completers.has(argument) ? undefined : legalValues(schema, root);
      if (found !== undefined) completers.set(argument, values(found, { strict: true }));
    }
    this.#entries.set(refKey(ref), { ref, completers, template: undefined });
  }

  #addTemplate(uri: string, inputs: Inputs): void {
    const ref: CompletionRef = { type: 'ref/resource', uri };
    const template = parseTemplate(uri);
    const completers = toCompleters(ref, inputs, template.variables);
    const key = refKey(ref);
    if (this.#entries.has(key)) {
      throw new CompletionsError(
        'invalid-template',
        `Resource template ${JSON.stringify(uri)} is declared twice`,
      );
    }
    this.#entries.set(key, { ref, completers, template });
  }
}

function toCompleters(
  ref: CompletionRef,
  inputs: Inputs,
  known: readonly string[] | undefined,
): Map<string, Completer> {
  const completers = new Map<string, Completer>();
  for (const [argument, input] of Object.entries(inputs)) {
    if (input === undefined) continue;
    const where = describeSlot({ ref, argument });
    if (known !== undefined && !known.includes(argument)) throw undeclaredArgument({ ref, argument }, known);
    const completer = toCompleter(input, where);
    if (known !== undefined) assertNeedsExist({ ref, argument }, completer, known);
    completers.set(argument, completer);
  }
  return completers;
}

/**
 * A completer that needs what there is not would never answer, and nobody would know why.
 * @param known the names of the arguments
 * @throws CompletionsError `undeclared-argument`
 */
export function assertNeedsExist(slot: Slot, { options }: Completer, known: readonly string[]): void {
  const missing = options.needs.find((name) => !known.includes(name));
  if (missing === undefined) return;
  throw new CompletionsError(
    'undeclared-argument',
    `${describeSlot(slot)}: needs ${JSON.stringify(missing)}, and there is no such name; there is: ${known.join(', ')}`,
  );
}

/** @param known what there is instead */
export function undeclaredArgument(slot: Slot, known: readonly string[]): CompletionsError {
  const there = known.length > 0 ? `there is: ${known.join(', ')}` : 'it has none';
  return new CompletionsError('undeclared-argument', `${describeSlot(slot)}: no such name; ${there}`);
}
