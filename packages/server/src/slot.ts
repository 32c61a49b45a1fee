import type { CompletionRef } from '@mcp-typeahead/protocol';

/** What a completer stands behind: one argument of one prompt, or one variable of one template. */
export interface Slot {
  ref: CompletionRef;
  argument: string;
}

/** `prompt "deploy", argument "env"`: names that the server's author gave, for errors and logs. */
export function describeSlot({ ref, argument }: Slot): string {
  return ref.type === 'ref/prompt'
    ? `prompt ${JSON.stringify(ref.name)}, argument ${JSON.stringify(argument)}`
    : `resource template ${JSON.stringify(ref.uri)}, variable ${JSON.stringify(argument)}`;
}
