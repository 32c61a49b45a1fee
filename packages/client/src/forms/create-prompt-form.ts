import { ClientError } from '../client-error.js';
import type { Typeahead } from '../typeahead.js';
import type { Form } from './create-form.js';
import { createForm } from './create-form.js';
import type { FieldOptions } from './form-fields.js';
import type { PromptArgumentInfo, PromptInfo } from '../listed.js';

/** A form over the arguments of a prompt; `submit()` gives what `prompts/get` gives. */
export type PromptForm = Form;

/** Makes the form of a prompt, as `listPrompts()` gives it. */
export function createPromptForm(
  typeahead: Typeahead,
  prompt: PromptInfo,
  fieldOptions: FieldOptions = {},
): PromptForm {
  const { name } = prompt;
  return createForm({
    typeahead,
    ref: { type: 'ref/prompt', name },
    fields: argumentsOf(prompt).map(({ required, ...field }) => ({
      ...field,
      isRequired: required === true,
    })),
    fieldOptions,
    send: async (values) => {
      const { client } = typeahead;
      if (client.getPrompt === undefined)
        throw new ClientError('unsupported-client', 'The client has no getPrompt');
      return client.getPrompt({ name, arguments: { ...values } } as never);
    },
    extend: (snapshot) => snapshot,
  });
}

/** As many as can be used: what a server lists is not always what it should be. */
function argumentsOf({ arguments: listed }: PromptInfo): readonly PromptArgumentInfo[] {
  return Array.isArray(listed)
    ? listed.filter((each?: Partial<PromptArgumentInfo>) => typeof each?.name === 'string')
    : [];
}
