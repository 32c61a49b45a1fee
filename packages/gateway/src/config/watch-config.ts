import { setTimeout as pause } from 'node:timers/promises';
import { watchPath } from '@mcp-typeahead/sources';
import type { ConfigError } from './config-error.js';
import type { GatewayConfig } from './gateway-config.js';
import { checkConfig, readConfigText, type LoadConfigOptions } from './load-config.js';

/** Who is told of edits, and how soon. */
export interface WatchConfigOptions extends LoadConfigOptions {
  /** The file has other content, and it is good. */
  onChange: (config: GatewayConfig) => void;
  /** The file has other content, and it is refused: keep what you have. Told once for each reason. */
  onError: (error: ConfigError) => void;
  /** Quiet time after the last event: an editor writes in several steps. @default 100 */
  debounceMs?: number;
  /** How often the file is looked at without an event: networks and mounted volumes send none. @default 2000 */
  pollMs?: number;
}

/** A configuration whose file is looked after until it is closed. */
export interface WatchedConfig {
  /** What the file held at first. */
  readonly config: GatewayConfig;
  /** No call-back comes after this. */
  close(): void;
}

/**
 * Loads a configuration and watches its file. The folder is watched, not the file: editors and deployment tools put a new file in
 * place of the old one, and a watch on the old one would see nothing more. What counts is the content: touching the file is no
 * change. The watch does not keep the process alive.
 * @throws {ConfigError} when the first content is refused
 */
export async function watchConfig(path: string, options: WatchConfigOptions): Promise<WatchedConfig> {
  const { onChange, onError, debounceMs = 100, pollMs = 2_000 } = options;
  let active = await readConfigText(path);
  const config = await checkConfig(active, path, options);
  let before = config;
  let refusal: string | undefined;
  let isClosed = false;
  let queue = Promise.resolve();

  const look = async (): Promise<void> => {
    let text: string | undefined;
    try {
      text = await readConfigText(path);
      // A refused text is tried again at each look: what is wrong may be mended in a file that it names.
      const loaded = text === active ? undefined : await checkConfig(text, path, { ...options, before });
      if (isClosed) return;
      active = text;
      refusal = undefined;
      if (loaded === undefined) return;
      before = loaded;
      onChange(loaded);
    } catch (error) {
      const { message } = error as ConfigError;
      if (isClosed || message === refusal) return;
      // Whoever writes the file may be half way through: then there is another text a moment later.
      await pause(debounceMs, undefined, { ref: false });
      if (text !== (await readConfigText(path).catch(() => undefined))) return look();
      if (isClosed) return;
      refusal = message;
      onError(error as ConfigError);
    }
  };
  const enqueue = (): void => {
    queue = queue.then(look, look);
  };

  const stop = watchPath(path, enqueue, { debounceMs, pollMs });

  return {
    config,
    close() {
      isClosed = true;
      stop();
    },
  };
}
