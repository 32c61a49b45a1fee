import type { Field } from './candidate.js';
import type { Folder } from './folder.js';
import { pathParts } from './path-parts.js';
import { wordStarts } from './word-starts.js';

/** One text of a candidate, prepared once so that a search only compares. Offsets are into `folded`. */
export interface Text {
  readonly field: Field;
  readonly original: string;
  readonly folded: string;
  /** See `Folded.shape`. */
  readonly shape: string;
  readonly isAligned: boolean;
  /** Where words start, ascending. */
  readonly starts: readonly number[];
  /** Start of the last path segment; 0 where there is only one. */
  readonly base: number;
  /** Start of a path's file extension; the length of the text where there is none. */
  readonly extension: number;
}

/** Prepares a text. */
export function prepareText(original: string, field: Field, folder: Folder): Text {
  const form = folder.foldText(original);
  const { base, extension } = pathParts(form.text);
  return {
    field,
    original,
    folded: form.text,
    shape: form.shape,
    isAligned: form.isAligned,
    starts: wordStarts(form),
    base,
    extension,
  };
}
