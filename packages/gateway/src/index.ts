export type { Gateway, GatewayOptions, GatewaySettings } from './gateway.js';
export { createGateway } from './create-gateway.js';
export type { GatewayErrorCode } from './gateway-error.js';
export { GatewayError } from './gateway-error.js';
export type { Log, LogFields, LogLevel, LogOptions } from './log.js';
export { createLog, silentLog } from './log.js';
export type { ChildUpstreamOptions, UpstreamOptions, UrlUpstreamOptions } from './upstream/upstream.js';
export type { Audit, AuditOutcome, AuditRecord } from './audit/audit-record.js';
export type { AuthOptions, JwtAuth, LocalUser, ProxyAuth } from './auth/auth-options.js';
export type { BackoffOptions } from './upstream/backoff.js';
export type { EngineSettings } from './engine/engine.js';
export type { HttpListener, HttpOptions } from './fronts/http/index.js';
export type {
  ColumnsConfig,
  CommandUpstream,
  CompletionsConfig,
  ConfigErrorCode,
  ConfigProblem,
  DirectorySlot,
  DirectorySlotSource,
  Env,
  FileSlot,
  FileSlotSource,
  GatewayConfig,
  HttpConfig,
  HttpSlot,
  HttpSlotSource,
  LimitsConfig,
  ListenAddress,
  LoadConfigOptions,
  McpSlot,
  McpSlotSource,
  NamedUpstreamConfig,
  ParseConfigOptions,
  Position,
  PreviewOptions,
  ReadingName,
  SensitiveConfig,
  SlotConfig,
  SlotOptions,
  SlotPreview,
  ToCompletionsOptions,
  UpstreamConfig,
  UrlUpstream,
  ValuesSlot,
  WaitConfig,
  WatchConfigOptions,
  WatchedConfig,
} from './config/index.js';
export {
  ConfigError,
  formatProblem,
  isLoopbackHost,
  loadConfig,
  parseConfig,
  parseListenAddress,
  previewConfig,
  toCompletions,
  watchConfig,
} from './config/index.js';
