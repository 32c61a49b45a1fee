import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { ArgumentController, ArgumentOptions } from '../argument/argument-controller.js';
import { ClientError } from '../client-error.js';
import type { Typeahead } from '../typeahead.js';

/** Texts by the names of fields. */
export type FormValues = Readonly<Record<string, string>>;

/** What forms take besides what they are for: passed on to each field. */
export type FieldOptions = Omit<ArgumentOptions, 'ref' | 'argument' | 'context' | 'text'>;

/** One box of a form. */
export interface FormField {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly controller: ArgumentController;
}

interface FieldsOptions {
  typeahead: Typeahead;
  ref: CompletionRef;
  fields: readonly Omit<FormField, 'controller'>[];
  fieldOptions: FieldOptions;
  onChange: () => void;
}

/**
 * The fields of a form, which know of each other: what is filled in goes along with the requests of the others, and when it changes their
 * lists are forgotten. A field is filled in if it has a text, or if an empty one was set on purpose.
 */
export class FormFields {
  readonly all: readonly FormField[];
  readonly #options: FieldsOptions;
  readonly #setEmpty = new Set<string>();
  #values: FormValues = {};

  constructor(options: FieldsOptions) {
    this.#options = options;
    const { typeahead, ref, fieldOptions } = options;
    this.all = options.fields.map((field) => ({
      ...field,
      controller: typeahead.argument({ ...fieldOptions, ref, argument: field.name }),
    }));
    for (const { controller } of this.all) controller.subscribe(() => this.#update());
  }

  /** What is filled in. The same object until it changes. */
  get values(): FormValues {
    return this.#values;
  }

  /** @throws ClientError `unknown-field` */
  get(name: string): ArgumentController {
    const field = this.all.find((each) => each.name === name);
    if (field === undefined) {
      const names = this.all.map((each) => JSON.stringify(each.name)).join(', ');
      throw new ClientError(
        'unknown-field',
        `The form has no field ${JSON.stringify(name)}; it has ${names || 'none'}`,
      );
    }
    return field.controller;
  }

  set(name: string, text: string): void {
    const controller = this.get(name);
    if (text === '') this.#setEmpty.add(name);
    controller.set(text);
    this.#update();
  }

  clear(name: string): void {
    this.#setEmpty.delete(name);
    this.get(name).set('');
    this.#update();
  }

  /** Names of required fields that are not filled in. */
  missing(): string[] {
    return this.all
      .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(this.#values, name))
      .map(({ name }) => name);
  }

  close(): void {
    for (const { controller } of this.all) controller.close();
  }

  dispose(): void {
    for (const { controller } of this.all) controller.dispose();
  }

  #update(): void {
    const entries = this.all.flatMap(({ name, controller }) => {
      const { text } = controller.getSnapshot();
      if (text !== '') this.#setEmpty.delete(name);
      return text !== '' || this.#setEmpty.has(name) ? [[name, text] as const] : [];
    });
    const before = Object.entries(this.#values);
    const isSame =
      entries.length === before.length &&
      entries.every(([name, text], index) => name === before[index]?.[0] && text === before[index]?.[1]);
    if (isSame) return;
    this.#values = Object.fromEntries(entries);
    for (const { name, controller } of this.all) {
      controller.setContext(Object.fromEntries(entries.filter(([other]) => other !== name)));
    }
    this.#options.onChange();
  }
}
