/**
 * What a completion is asked for: an argument of a prompt or a variable of a resource template.
 * There is no reference to a tool: JSON Schema constrains a tool's arguments.
 *
 * Source: MCP 2026-07-28, server/utilities/completion, "Reference types".
 */
export type CompletionRef = PromptRef | ResourceRef;

/** A prompt, by the name in `prompts/list`. */
export interface PromptRef {
  type: 'ref/prompt';
  name: string;
}

/** A resource template. */
export interface ResourceRef {
  type: 'ref/resource';
  /** The template as `resources/templates/list` gives it, or a URI. */
  uri: string;
}
