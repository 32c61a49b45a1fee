import { parseExpandableTemplate } from '@mcp-typeahead/protocol';
import { ClientError } from '../client-error.js';
import type { FieldOptions } from './form-fields.js';
import type { Form, FormSnapshot } from './create-form.js';
import { createForm } from './create-form.js';
import type { TemplateInfo } from '../listed.js';
import type { Typeahead } from '../typeahead.js';

/** What a template form shows. */
export interface TemplateFormSnapshot extends FormSnapshot {
  /** The URI as it is filled in so far; what is not filled in is left out as RFC 6570 says. */
  readonly uri: string;
}

/** A form over the variables of a resource template; `submit()` gives what `resources/read` gives. */
export type TemplateForm = Form<unknown, TemplateFormSnapshot>;

/** Without one of these a variable stands in the middle of a URI, which is another without it. */
const optionalExpression = /^[?&#;/.]/;

/**
 * Makes the form of a template, as `listTemplates()` gives it.
 * @throws UriTemplateError where the template is none
 */
export function createTemplateForm(
  typeahead: Typeahead,
  { uriTemplate }: TemplateInfo,
  fieldOptions: FieldOptions = {},
): TemplateForm {
  // Servers list {user-id}, which RFC 6570 forbids and everybody understands.
  const template = parseExpandableTemplate(uriTemplate, { allowHyphens: true });
  const required = requiredVariables(uriTemplate);
  return createForm<unknown, TemplateFormSnapshot>({
    typeahead,
    ref: { type: 'ref/resource', uri: uriTemplate },
    fields: template.variables.map((name) => ({ name, isRequired: required.has(name) })),
    fieldOptions,
    send: async (values) => {
      const { client } = typeahead;
      if (client.readResource === undefined)
        throw new ClientError('unsupported-client', 'The client has no readResource');
      return client.readResource({ uri: template.expand(values) } as never);
    },
    extend: (snapshot) => ({ ...snapshot, uri: template.expand(snapshot.values) }),
  });
}

function requiredVariables(uriTemplate: string): Set<string> {
  const names = new Set<string>();
  for (const [, expression = ''] of uriTemplate.matchAll(/\{([^}]*)\}/g)) {
    if (optionalExpression.test(expression)) continue;
    for (const name of expression.replace('+', '').split(',')) names.add(name.replace(/[:*].*$/, ''));
  }
  return names;
}
