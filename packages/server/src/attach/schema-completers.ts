import type { Completer } from '../completer/completer.js';
import { values } from '../completer/values.js';
import { legalValues } from '../schema/legal-values.js';
import { promptFields } from '../schema/prompt-fields.js';

/** Completers that come from schemas alone, kept as long as the schema: servers made per request may share schemas. */
export class SchemaCompleters {
  readonly #made: WeakMap<object, Map<string, Completer | undefined>> = new WeakMap();

  /** @param argsSchema schema of all arguments of a prompt */
  find(argsSchema: unknown, argument: string): Completer | undefined {
    if (typeof argsSchema !== 'object' || argsSchema === null) return undefined;
    const made = this.#made.get(argsSchema) ?? new Map<string, Completer | undefined>();
    this.#made.set(argsSchema, made);
    if (!made.has(argument)) {
      const field = promptFields(argsSchema)?.get(argument);
      // Names that only a client knows are not remembered.
      if (field === undefined) return undefined;
      const found = legalValues(field.schema, field.root);
      made.set(argument, found && values(found, { strict: true }));
    }
    return made.get(argument);
  }
}
