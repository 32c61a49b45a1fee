import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ChildUpstreamOptions } from '../../src/upstream/upstream.js';

/** What fixtures/scripted-server.mjs does. */
export interface Script {
  name?: string;
  /** Answers `server/discover`. */
  modern?: boolean;
  /** @default { prompts: {}, completions: {} } */
  capabilities?: object;
  /** More members of the result of `initialize`. */
  initialize?: object;
  prompts?: Record<string, Record<string, string[]>>;
  templates?: Record<string, Record<string, string[]>>;
  resources?: string[];
  /** Structured content of each tool's result, to which its arguments are added as `given`. */
  tools?: Record<string, object>;
  pageSize?: number;
  /** More members of the results of lists. */
  listed?: object;
  /** Answers to `completion/complete`, in turn; afterwards it answers by itself. */
  answers?: ('hang' | { result: unknown } | { error: object })[];
  /** What it answers by itself. @default the values of the prompt or template */
  complete?: 'context' | 'params' | 'first-value';
  /** Lines that it prints before anything else. */
  greeting?: string[];
  stderr?: string[];
  /** Path of a file that gets every line it receives. */
  received?: string;
  /** Methods that it never answers. */
  hang?: string[];
  /** Path of a file that gets its process id. */
  pidFile?: string;
  /** Exits when this method arrives. */
  exitOn?: string;
  /** Exits at once. */
  startExit?: number;
  /** Path of a file that holds the script, read at every start. */
  scriptFile?: string;
}

export function fixture(name: string, ...args: string[]): ChildUpstreamOptions {
  const path = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
  return { command: execPath, args: [path, ...args] };
}

export function scripted(script: Script = {}): ChildUpstreamOptions {
  return fixture('scripted-server.mjs', JSON.stringify(script));
}
