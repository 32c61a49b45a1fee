export type { Answer, Fault, Suggestion } from './answer/answer.js';
export { isComplete } from './answer/answer.js';
export type { ArgumentController, ArgumentOptions } from './argument/argument-controller.js';
export type { ArgumentSnapshot } from './argument/argument-snapshot.js';
export type { ArgumentStatus } from './argument/argument-state.js';
export type { DebounceOptions } from './argument/debounce.js';
export type { ClientErrorCode } from './client-error.js';
export { ClientError } from './client-error.js';
export type { Clock } from './clock.js';
export type { Change } from './connection/connection.js';
export type { TypeaheadOptions } from './connection/connection-options.js';
export type { McpClient } from './connection/mcp-client.js';
export { createTypeahead } from './create-typeahead.js';
export type {
  CapabilityEvent,
  DownstreamEvent,
  LinkEvent,
  RenderEvent,
  RequestEvent,
  ResultEvent,
} from './events.js';
export type { PromptArgumentInfo, PromptInfo, TemplateInfo } from './listed.js';
export type { CompleteRequest, Typeahead } from './typeahead.js';
