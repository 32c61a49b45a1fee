import { StringDecoder } from 'node:string_decoder';

const newline = 0x0a;

/** Cuts bytes into lines. A line over the limit is skipped to its end, so that one message cannot take the session down. */
export class LineReader {
  readonly #maxLineBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #isSkipping = false;

  constructor(options: { maxLineBytes: number; onLine: (line: string) => void; onTooLong: () => void }) {
    this.#maxLineBytes = options.maxLineBytes;
    this.#onLine = options.onLine;
    this.#onTooLong = options.onTooLong;
  }

  write(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
  }

  #take(part: Uint8Array): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxLineBytes) return;
    this.#isSkipping = true;
    this.#parts = [];
    this.#onTooLong();
  }

  #finish(): void {
    const parts = this.#parts;
    const isSkipped = this.#isSkipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#isSkipping = false;
    if (isSkipped) return;
    const decoder = new StringDecoder('utf8');
    const line = parts.map((part) => decoder.write(Buffer.from(part))).join('') + decoder.end();
    if (line.trim() !== '') this.#onLine(line);
  }
}
