import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { ArgumentController } from '../argument/argument-controller.js';
import type { ClientError } from '../client-error.js';
import { toClientError } from '../connection/to-client-error.js';
import type { Typeahead } from '../typeahead.js';
import type { FieldOptions, FormField, FormValues } from './form-fields.js';
import { FormFields } from './form-fields.js';

/** What a form shows besides its fields. The same object until something changes. */
export interface FormSnapshot<Result = unknown> {
  /** What is filled in; without what is not. */
  readonly values: FormValues;
  /** Names of required fields that are not filled in. */
  readonly missing: readonly string[];
  readonly isSubmitting: boolean;
  /** What the last submission gave. */
  readonly result: Result | undefined;
  readonly error: ClientError | undefined;
}

/** A form over the arguments of one prompt or the variables of one template. */
export interface Form<Result = unknown, Snapshot extends FormSnapshot<Result> = FormSnapshot<Result>> {
  readonly fields: readonly FormField[];
  getSnapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  /** @throws ClientError `unknown-field` */
  field(name: string): ArgumentController;
  /** Fills a field in; an empty text set here counts as filled in, unlike one that is left after erasing. */
  set(name: string, text: string): void;
  /** Makes a field not filled in. */
  clear(name: string): void;
  /** Sends what is filled in, exactly as it is. While one submission is on its way, another call waits for the same. Rejects with a `ClientError`. */
  submit(): Promise<Result>;
  dispose(): void;
}

interface FormOptions<Snapshot> {
  typeahead: Typeahead;
  ref: CompletionRef;
  fields: readonly Omit<FormField, 'controller'>[];
  fieldOptions: FieldOptions;
  send: (values: FormValues) => Promise<unknown>;
  /** Adds to the snapshot what only this form has. */
  extend: (snapshot: FormSnapshot) => Snapshot;
}

/** Makes a form. */
export function createForm<Result, Snapshot extends FormSnapshot<Result>>(
  options: FormOptions<Snapshot>,
): Form<Result, Snapshot> {
  const { typeahead, ref, send, extend } = options;
  const listeners = new Set<() => void>();
  let submission: Promise<Result> | undefined;
  let result: Result | undefined;
  let error: ClientError | undefined;
  let snapshot: Snapshot;

  const update = (): void => {
    const isSubmitting = submission !== undefined;
    snapshot = extend({ values: fields.values, missing: fields.missing(), isSubmitting, result, error });
    for (const listener of listeners) listener();
  };
  const fields = new FormFields({ ...options, onChange: update });
  update();

  const submit = async (): Promise<Result> => {
    const { values } = fields;
    const of = { link: 'downstream', refType: ref.type, count: Object.keys(values).length } as const;
    error = undefined;
    try {
      result = (await send(values)) as Result;
      typeahead.tell({ ...of, outcome: 'submitted' });
      return result;
    } catch (thrown) {
      error = toClientError(thrown);
      typeahead.tell({ ...of, outcome: 'failed', errorCode: error.code });
      throw error;
    } finally {
      submission = undefined;
      update();
    }
  };

  return {
    fields: fields.all,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    field: (name) => fields.get(name),
    set: (name, text) => fields.set(name, text),
    clear: (name) => fields.clear(name),
    async submit() {
      fields.close();
      if (submission === undefined) {
        submission = submit();
        update();
      }
      return submission;
    },
    dispose() {
      fields.dispose();
      listeners.clear();
    },
  };
}
