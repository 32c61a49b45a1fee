import type { CompletionRef } from './ref.js';
import { normalizeTemplate } from './uri-template/normalize-template.js';

/** A key for maps. Two refs have the same one if they mean the same prompt or the same template, however spelt. */
export function refKey(ref: CompletionRef): string {
  return JSON.stringify([ref.type, ref.type === 'ref/prompt' ? ref.name : normalizeTemplate(ref.uri)]);
}
