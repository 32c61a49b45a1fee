import type { SdkCallback } from './attach/sdk-completer.js';
import { completableKey, completerKey, sdkCompleter } from './attach/sdk-completer.js';
import type { Completer, CompleterInput } from './completer/completer.js';
import { toCompleter } from './completer/to-completer.js';
import { CompletionsError } from './completions-error.js';
import { Declared } from './declared.js';
import { Engine } from './engine.js';

/**
 * Like the SDK's `completable`, for one field at a time: `completable(z.string(), values([...]))`. Works on a server with
 * completions attached, which then do everything that they do for declared completers, and on a bare SDK server. A function
 * is taken as the SDK takes it: `(value, context) => values`.
 *
 * @returns the schema that was passed
 * @throws CompletionsError `invalid-completer`
 */
export function completable<S extends object>(schema: S, input: CompleterInput | SdkCallback): S {
  const made = typeof input === 'function' ? sdkCompleter(input) : toCompleter(input, 'completable(...)');
  if (made.defect !== undefined)
    throw new CompletionsError('invalid-completer', `completable(...): ${made.defect}`);
  const complete = typeof input === 'function' ? input : toCallback(made);
  if (Object.hasOwn(schema, completableKey) || !Object.isExtensible(schema)) {
    throw new CompletionsError(
      'invalid-completer',
      'completable(...): the schema has a completer already, or is frozen; pass one of its own for each completer',
    );
  }
  Object.defineProperty(schema, completableKey, { value: { complete } });
  return schema;
}

/** A completer in the SDK's signature. */
function toCallback(completer: Completer): SdkCallback {
  const declared = new Declared({ prompts: { completable: { field: completer } } });
  // The SDK's own handler knows no principal and no limits: neither can this.
  const policy = { identify: () => undefined, rates: { perPrincipal: false, global: false } } as const;
  const engine = new Engine({ policy }, declared);
  const callback: SdkCallback = async (value, context) => {
    const { completion } = await engine.complete({
      params: {
        ref: { type: 'ref/prompt', name: 'completable' },
        argument: { name: 'field', value },
        context: { arguments: context?.arguments },
      },
      era: 'legacy',
      directory: declared,
      passOn: undefined,
    });
    const { values, total } = completion;
    // The SDK takes the array's length for the total and sends the first 100: holes beyond them keep its count honest.
    if (total !== undefined) values.length = total;
    return values;
  };
  return Object.assign(callback, { [completerKey]: completer });
}
