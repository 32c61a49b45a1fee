/** A prompt as `prompts/list` tells of it. */
export interface PromptInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgumentInfo[];
}

/** One argument of a prompt. Nothing on it tells whether it can be completed: all are asked for. */
export interface PromptArgumentInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A template as `resources/templates/list` tells of it. */
export interface TemplateInfo {
  readonly uriTemplate: string;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
}
