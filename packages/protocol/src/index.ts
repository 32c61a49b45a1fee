export type { CompletionRef, PromptRef, ResourceRef } from './ref.js';
export type { Completion, CompleteParams, CompleteResult } from './completion.js';
export { maxValues } from './completion.js';
export type { Era } from './era.js';
export { eraOf, legacyVersions, modernVersions } from './era.js';
export type {
  ExtensionItem,
  ExtensionMatch,
  ExtensionRequest,
  ExtensionResult,
  RenderReport,
} from './extension.js';
export { extensionKey } from './extension.js';
export { metaKeys } from './meta-keys.js';
export type { Limits } from './limits.js';
export { defaultLimits, resolveLimits } from './limits.js';
export { parseCompleteParams } from './complete-params.js';
export { refKey } from './ref-key.js';
export type { RequestKeyParts } from './request-key.js';
export { requestKey } from './request-key.js';
export type { TemplateValue, TemplateValues } from './uri-template/expand-parts.js';
export type { TemplateMatch } from './uri-template/variable-reader.js';
export { normalizeTemplate, sameTemplate } from './uri-template/normalize-template.js';
export type { PreparedUri } from './uri-template/prepared-uri.js';
export { prepareUri } from './uri-template/prepared-uri.js';
export type { ExpandableTemplate, UriTemplateOptions } from './uri-template/expandable-template.js';
export { parseExpandableTemplate } from './uri-template/expandable-template.js';
export type { UriTemplate } from './uri-template/uri-template.js';
export { parseUriTemplate } from './uri-template/uri-template.js';
export type { UriTemplateErrorCode } from './uri-template/uri-template-error.js';
export { UriTemplateError } from './uri-template/uri-template-error.js';
export {
  errorCodes,
  internalError,
  invalidParams,
  methodNotFound,
  rateLimited,
  toWireError,
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
