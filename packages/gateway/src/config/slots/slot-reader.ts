import type { DocumentReader, Entry } from '../document-reader.js';
import type { Position, SlotConfig, SlotOptions } from '../gateway-config.js';

/** A slot that is being read. */
export interface SlotText {
  readonly reader: DocumentReader;
  /** The key that names the kind of the source, with what stands under it. */
  readonly entry: Entry;
  /** All keys of the slot. */
  readonly fields: ReadonlyMap<string, Entry>;
  readonly options: SlotOptions;
  readonly position: Position;
  /** Of the configuration. */
  readonly file: string;
  /** Where the slot is a variable of a template. */
  readonly place: { readonly template: string; readonly variable: string } | undefined;
}

/** Reads slots whose values come from one kind of source. */
export interface SlotReader {
  /** What may stand beside the key that names the kind. */
  readonly keys: readonly string[];
  /** Undefined where something was wrong and has been noted. */
  read(text: SlotText): SlotConfig | undefined;
}
