export type { Form, FormSnapshot } from './create-form.js';
export type { PromptForm } from './create-prompt-form.js';
export { createPromptForm } from './create-prompt-form.js';
export type { TemplateForm, TemplateFormSnapshot } from './create-template-form.js';
export { createTemplateForm } from './create-template-form.js';
export type { FieldOptions, FormField, FormValues } from './form-fields.js';
