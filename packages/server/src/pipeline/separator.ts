export interface SplitValue {
  /** Everything before the part that is completed, kept in front of every value. */
  prefix: string;
  /** The part that is completed. */
  part: string;
}

/** Splits `"eng, des"` into `"eng, "` and `"des"`. Without a separator the whole text is the part. */
export function splitValue(value: string, separator: string | undefined): SplitValue {
  const at = separator === undefined ? -1 : value.lastIndexOf(separator);
  if (separator === undefined || at === -1) return { prefix: '', part: value };
  const rest = value.slice(at + separator.length);
  const part = rest.trimStart();
  return { prefix: value.slice(0, value.length - part.length), part };
}
