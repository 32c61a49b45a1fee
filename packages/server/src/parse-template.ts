import type { UriTemplate } from '@mcp-typeahead/protocol';
import { parseUriTemplate } from '@mcp-typeahead/protocol';
import { CompletionsError } from './completions-error.js';

/** @throws CompletionsError `invalid-template`, naming the bad expression */
export function parseTemplate(template: string): UriTemplate {
  try {
    // Servers list `{user-id}`, and clients cope: refusing it would take a working server down.
    return parseUriTemplate(template, { allowHyphens: true });
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'not a URI template';
    throw new CompletionsError(
      'invalid-template',
      `Resource template ${JSON.stringify(template)} cannot be used: ${detail} (RFC 6570)`,
      { cause },
    );
  }
}
