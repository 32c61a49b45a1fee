import { errorCodes, invalidParams, WireError, type CompletionRef } from '@mcp-typeahead/protocol';

export function listsNotGiven(): WireError {
  return new WireError(errorCodes.internalError, 'Upstream does not give its lists');
}

export function notInitialized(): WireError {
  return new WireError(errorCodes.invalidRequest, 'Completions are answered after initialize');
}

/** In the words of a server on `@mcp-typeahead/server`. */
export function unknownRef(ref: CompletionRef): WireError {
  return invalidParams(
    ref.type === 'ref/prompt'
      ? 'Unknown prompt: params.ref.name is not in prompts/list'
      : 'Unknown resource template: params.ref.uri is not in resources/templates/list',
  );
}
