import type { LoadedFile } from '@mcp-typeahead/sources';
import type { Position, SlotOptions } from './gateway-config.js';

/** What every slot has beside its source. */
interface SlotBase {
  readonly options: SlotOptions;
  readonly position: Position;
}

/** Where a candidate's fields stand: columns of CSV; properties of JSON, or pointers into it. */
export interface ColumnsConfig {
  readonly column?: string;
  readonly title?: string;
  readonly description?: string;
  readonly aliases?: string;
  readonly weight?: string;
  readonly group?: string;
}

/** Values that stand in a file. */
export interface FileSlot extends SlotBase {
  readonly kind: 'file';
  readonly source: FileSlotSource;
  /** What the file held when `loadConfig` or `watchConfig` looked: served should it break before anybody asks. */
  loaded?: LoadedFile;
}

/** What `fileSource` of `@mcp-typeahead/sources` needs to know. */
export interface FileSlotSource extends ColumnsConfig {
  /** Absolute. */
  readonly path: string;
  /** The path as the configuration has it, for messages. */
  readonly name: string;
  readonly format?: 'text' | 'json' | 'ndjson' | 'csv';
  readonly pointer?: string;
  readonly delimiter?: string;
}

/** Paths below a folder, or below several by name. */
export interface DirectorySlot extends SlotBase {
  readonly kind: 'directory';
  readonly source: DirectorySlotSource;
}

/** What `directorySource` of `@mcp-typeahead/sources` needs to know. */
export interface DirectorySlotSource {
  /** Absolute. */
  readonly root: string | Readonly<Record<string, string>>;
  /** One root as the configuration has it, for messages. */
  readonly name?: string;
  readonly hidden?: boolean;
  readonly files?: boolean;
  readonly extensions?: readonly string[];
}

/** How long answers of a slot whose values come from elsewhere are waited for and kept. */
export interface WaitConfig {
  /** @default 5000 */
  readonly timeoutMs?: number;
  /** How long an answer is fresh. @default what its server says, else 10000 */
  readonly ttlMs?: number;
  /** How long after that it is still shown, while it is asked for again or cannot be had. @default 600000 */
  readonly staleMs?: number;
}

/** Values that an HTTP server gives. */
export interface HttpSlot extends SlotBase {
  readonly kind: 'http';
  readonly source: HttpSlotSource;
  readonly wait: WaitConfig;
}

/** What `httpSource` of `@mcp-typeahead/sources` needs to know. */
export interface HttpSlotSource extends ColumnsConfig {
  /** With places for `{value}` and `{arguments.NAME}`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pointer?: string;
  readonly total?: string;
  readonly pageSize?: number;
  readonly maxPages?: number;
  readonly maxBytes?: number;
}

/** Values that the upstream itself has. */
export interface McpSlot extends SlotBase {
  readonly kind: 'mcp';
  readonly source: McpSlotSource;
  readonly wait: WaitConfig;
}

/** What `mcpResourceSource` or `mcpToolSource` of `@mcp-typeahead/sources` needs to know. */
export type McpSlotSource =
  | { readonly kind: 'resources'; readonly template: string; readonly variable: string }
  | (ColumnsConfig & {
      readonly kind: 'tool';
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly pointer?: string;
    });
