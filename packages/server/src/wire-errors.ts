import type { CompletionRef, WireError } from '@mcp-typeahead/protocol';
import { invalidParams } from '@mcp-typeahead/protocol';

/** Unknown and forbidden are answered with the same words: the difference would tell what exists. */
export function unknownRef(ref: CompletionRef): WireError {
  return invalidParams(
    ref.type === 'ref/prompt'
      ? 'Unknown prompt: params.ref.name is not in prompts/list'
      : 'Unknown resource template: params.ref.uri is not in resources/templates/list',
  );
}

/** An error that its thrower wrote for the wire, by whichever copy of the protocol package. */
export function isDeliberate(error: unknown): boolean {
  return error instanceof Error && error.name === 'WireError' && Number.isInteger((error as WireError).code);
}
