/** What happens to lines, and how long they may be. */
export interface LineSplitterOptions {
  /** A line longer than this, without its newline, is too long. */
  maxLineBytes: number;
  /** Gets the line without its newline (`\n` or `\r\n`). */
  onLine: (line: string) => void;
  /**
   * Called once, and nothing is split afterwards. Without it, the line's beginning is delivered as a line
   * and its rest is dropped.
   */
  onTooLong?: () => void;
}

/** Takes bytes as they come, cut anywhere, also inside a character. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Delivers a last line that has no newline. */
  end(): void;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The pipe's own chunk size: a buffer up to this is kept for the next line, a larger one is let go. */
const keptBytes = 64 * 1024;

/**
 * Splits bytes into lines of UTF-8. Bytes are decoded a whole line at a time, so a character may lie across
 * chunks (a newline byte is never part of another character). What is held of an unfinished line lies in one
 * buffer that doubles: the cost is linear, and no more than twice `maxLineBytes` is held, even if the
 * bytes come one by one (a list of chunks would cost a hundred bytes for each).
 */
export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  const { maxLineBytes, onLine, onTooLong } = options;
  let held: Buffer = Buffer.alloc(0);
  let heldBytes = 0;
  /** `skipping`: the rest of a line that was cut. `stopped`: a line was too long for good. */
  let state: 'reading' | 'skipping' | 'stopped' = 'reading';

  const hold = (piece: Buffer): void => {
    const bytes = heldBytes + piece.length;
    if (bytes > held.length) {
      const grown = Buffer.allocUnsafe(Math.max(bytes, Math.min(held.length * 2, maxLineBytes), 1024));
      held.copy(grown, 0, 0, heldBytes);
      held = grown;
    }
    piece.copy(held, heldBytes);
    heldBytes = bytes;
  };

  const release = (): void => {
    heldBytes = 0;
    if (held.length > keptBytes) held = Buffer.alloc(0);
  };

  const deliver = (line: Buffer): void => {
    const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length;
    onLine(line.toString('utf8', 0, end));
  };

  const deliverWith = (piece: Buffer): void => {
    if (heldBytes === 0) {
      deliver(piece);
      return;
    }
    hold(piece);
    const line = held.subarray(0, heldBytes);
    release();
    deliver(line);
  };

  const tooLong = (piece: Buffer, endsLine: boolean): void => {
    if (onTooLong === undefined) {
      deliverWith(piece.subarray(0, maxLineBytes - heldBytes));
      state = endsLine ? 'reading' : 'skipping';
      return;
    }
    state = 'stopped';
    release();
    onTooLong();
  };

  /** Takes a piece that belongs to the current line. */
  const take = (piece: Buffer, endsLine: boolean): void => {
    if (state === 'stopped') return;
    if (state === 'skipping') {
      if (endsLine) state = 'reading';
    } else if (heldBytes + piece.length > maxLineBytes) {
      tooLong(piece, endsLine);
    } else if (endsLine) {
      deliverWith(piece);
    } else {
      hold(piece);
    }
  };

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        take(chunk.subarray(start, at), true);
        start = at + 1;
      }
      take(chunk.subarray(start), false);
    },
    end() {
      if (state === 'reading' && heldBytes > 0) deliverWith(Buffer.alloc(0));
    },
  };
}
