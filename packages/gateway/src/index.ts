export type { Gateway, GatewayOptions, GatewaySettings } from './gateway.js';
export { createGateway } from './create-gateway.js';
export type { GatewayErrorCode } from './gateway-error.js';
export { GatewayError } from './gateway-error.js';
export type { Log, LogFields, LogLevel, LogOptions } from './log.js';
export { createLog, silentLog } from './log.js';
export type { ChildUpstreamOptions, UpstreamOptions, UrlUpstreamOptions } from './upstream/upstream.js';
export type { BackoffOptions } from './upstream/backoff.js';
export type { EngineSettings } from './engine/engine.js';
export type { HttpListener, HttpOptions } from './fronts/http/index.js';
export type {
  CommandUpstream,
  CompletionsConfig,
  ConfigErrorCode,
  ConfigProblem,
  Env,
  FileSlot,
  FileSlotSource,
  GatewayConfig,
  HttpConfig,
  LimitsConfig,
  ListenAddress,
  LoadConfigOptions,
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
