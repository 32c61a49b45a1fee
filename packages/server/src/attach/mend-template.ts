import { normalizeTemplate } from '@mcp-typeahead/protocol';
import type { SdkTemplate } from './sdk-server.js';

/**
 * The SDKs compare a template's text with a URI that has been normalised (`é` is `%C3%A9` by then, `HTTPS:` is `https:`), so
 * that a template with such text is listed and never read. Lets it match in its normalised spelling too, by the SDK's own
 * rules; a template that could be read before is left alone.
 */
export function mendTemplate({ resourceTemplate }: SdkTemplate): void {
  const template = resourceTemplate.uriTemplate;
  const normalized = normalizeTemplate(template.toString());
  if (normalized === template.toString() || template.match === undefined || Object.hasOwn(template, 'match'))
    return;
  const match = template.match.bind(template);
  const Template = template.constructor as new (template: string) => typeof template;
  const spelling = new Template(normalized);
  template.match = (uri) => match(uri) ?? spelling.match?.(uri) ?? null;
}
