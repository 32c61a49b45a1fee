import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Env } from './expand-env.js';
import type { GatewayConfig } from './gateway-config.js';
import { loadConfig, readConfigText } from './load-config.js';

export interface WatchConfigOptions {
  /** The file has other content, and it is good. */
  onChange: (config: GatewayConfig) => void;
  /** The file has other content, and it is refused: whoever watches keeps what they have. */
  onError: (error: ConfigError) => void;
  /** For `${NAME}`. @default process.env */
  env?: Env;
  /** What the file held when the watcher's owner read it; else its content at this moment counts as known. */
  known?: string;
  /** Quiet time after the last event: an editor writes in several steps. @default 100 */
  debounceMs?: number;
  /** How often the file is looked at without an event: networks and mounted volumes send none. @default 2000 */
  pollMs?: number;
}

export interface ConfigWatcher {
  close(): void;
}

/**
 * Watches a configuration file. The folder is watched, not the file: editors and deployment tools put a new file in place of
 * the old one, and a watch on the old one then sees nothing more. What counts is the content: touching the file is no change.
 */
export function watchConfig(path: string, options: WatchConfigOptions): ConfigWatcher {
  const { onChange, onError, debounceMs = 100, pollMs = 2_000 } = options;
  const file = resolve(path);
  const env = options.env === undefined ? {} : { env: options.env };
  let known: string | undefined = options.known;
  let debounce: NodeJS.Timeout | undefined;
  let isClosed = false;
  let queue = Promise.resolve();

  const look = async (): Promise<void> => {
    if (isClosed) return;
    const text = await readConfigText(path).catch((error: ConfigError) => error);
    const content = typeof text === 'string' ? text : `!${text.message}`;
    const isFirst = known === undefined;
    if (isClosed || content === known) return;
    known = content;
    if (isFirst) return;
    const loaded = await (typeof text === 'string' ? loadConfig(path, env) : Promise.reject(text)).catch(
      (error: ConfigError) => error,
    );
    if (isClosed) return;
    if (loaded instanceof ConfigError) onError(loaded);
    else onChange(loaded);
  };
  const enqueue = (): void => {
    queue = queue.then(look);
  };

  const watcher = watchFolder(dirname(file), (name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(debounce);
    debounce = setTimeout(enqueue, debounceMs);
  });
  const poll = setInterval(enqueue, pollMs);
  // The gateway's connections keep the process alive; a watcher must not.
  poll.unref();
  if (known === undefined) enqueue();

  return {
    close() {
      isClosed = true;
      clearTimeout(debounce);
      clearInterval(poll);
      watcher?.close();
    },
  };
}

/** Undefined where the system gives no watch (none left, or none on this file system); polling stays. */
function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
