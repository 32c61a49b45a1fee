import type { Completer } from '../completer/completer.js';
import { values } from '../completer/values.js';
import { legalValues } from '../schema/legal-values.js';
import type { PromptFields } from '../schema/prompt-fields.js';
import { promptFields } from '../schema/prompt-fields.js';

interface Known {
  fields: PromptFields | undefined;
  completers: Map<string, Completer | undefined>;
}

/** What schemas of arguments tell, read once and kept as long as the schema: servers made per request may share schemas. */
export class SchemaCompleters {
  readonly #known: WeakMap<object, Known> = new WeakMap();

  /**
   * The arguments of a prompt; undefined if its schema does not tell.
   * @param argsSchema schema of all of them
   */
  fieldsOf(argsSchema: unknown): PromptFields | undefined {
    return this.#read(argsSchema)?.fields;
  }

  /** The completer of an argument that its schema alone gives. */
  find(argsSchema: unknown, argument: string): Completer | undefined {
    const known = this.#read(argsSchema);
    const field = known?.fields?.get(argument);
    // Names that only a client knows are not remembered.
    if (known === undefined || field === undefined) return undefined;
    if (!known.completers.has(argument)) {
      const found = legalValues(field.schema, field.root);
      known.completers.set(argument, found && values(found, { strict: true }));
    }
    return known.completers.get(argument);
  }

  #read(argsSchema: unknown): Known | undefined {
    if (typeof argsSchema !== 'object' && typeof argsSchema !== 'function') return undefined;
    if (argsSchema === null) return undefined;
    let known = this.#known.get(argsSchema);
    if (known === undefined) {
      known = { fields: promptFields(argsSchema), completers: new Map() };
      this.#known.set(argsSchema, known);
    }
    return known;
  }
}
