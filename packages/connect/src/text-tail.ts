/** The last lines of a stream, bounded in size. */
export interface TextTail {
  readonly add: (line: string) => void;
  /** Undefined where nothing was written. */
  readonly text: () => string | undefined;
}

export function createTextTail(maxLength: number): TextTail {
  let lines: string[] = [];
  let length = 0;
  return {
    add(line) {
      const kept = line.slice(-maxLength);
      lines.push(kept);
      length += kept.length + 1;
      let dropped = 0;
      while (length - 1 > maxLength) {
        length -= (lines[dropped]?.length ?? 0) + 1;
        dropped += 1;
      }
      if (dropped > 0) lines = lines.slice(dropped);
    },
    text: () => (lines.length === 0 ? undefined : lines.join('\n')),
  };
}
