export type { ConfigErrorCode, ConfigProblem } from './config-error.js';
export { ConfigError, formatProblem } from './config-error.js';
export type { Env } from './expand-env.js';
export type {
  CommandUpstream,
  CompletionsConfig,
  GatewayConfig,
  HttpConfig,
  LimitsConfig,
  ListenAddress,
  NamedUpstreamConfig,
  Position,
  SensitiveConfig,
  SlotConfig,
  SlotOptions,
  UpstreamConfig,
  UrlUpstream,
  ValuesSlot,
} from './gateway-config.js';
export type {
  ColumnsConfig,
  DirectorySlot,
  DirectorySlotSource,
  FileSlot,
  FileSlotSource,
  HttpSlot,
  HttpSlotSource,
  McpSlot,
  McpSlotSource,
  WaitConfig,
} from './slot-config.js';
export { isLoopbackHost, parseListenAddress } from './listen-address.js';
export type { LoadConfigOptions } from './load-config.js';
export { loadConfig } from './load-config.js';
export type { ParseConfigOptions } from './parse-config.js';
export { parseConfig } from './parse-config.js';
export type { PreviewOptions, SlotPreview } from './preview-config.js';
export { previewConfig } from './preview-config.js';
export type { ReadingName } from './reading-names.js';
export type { ToCompletionsOptions } from './to-completions.js';
export { toCompletions } from './to-completions.js';
export type { WatchConfigOptions, WatchedConfig } from './watch-config.js';
export { watchConfig } from './watch-config.js';
