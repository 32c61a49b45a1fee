export type { TemplateForm, TemplateFormSnapshot } from './create-template-form.js';
export { createTemplateForm } from './create-template-form.js';
