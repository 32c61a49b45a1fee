export type { CompletionRef, PromptRef, ResourceRef } from './ref.js';
export type { Completion, CompleteParams, CompleteResult } from './completion.js';
export { maxValues } from './completion.js';
export type { Era } from './era.js';
export { eraOf, legacyVersions, modernVersions } from './era.js';
export { extensionKey } from './extension.js';
export { metaKeys } from './meta-keys.js';
export type { Limits } from './limits.js';
export { defaultLimits } from './limits.js';
export {
  errorCodes,
  internalError,
  invalidParams,
  methodNotFound,
  rateLimited,
  WireError,
} from './wire-error.js';
export type {
  JsonRpcError,
  JsonRpcErrorObject,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcResult,
  RequestId,
} from './json-rpc.js';
export { isErrorResponse, isNotification, isRequest, isResponse } from './json-rpc.js';
