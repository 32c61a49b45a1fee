import { open, stat } from 'node:fs/promises';
import { SourceError } from '../source-error.js';

interface BoundedFile {
  path: string;
  /** For messages. */
  name: string;
  maxBytes: number;
}

/**
 * Reads a whole regular file as text; UTF-8, or UTF-16 with a byte order mark, which is left out.
 * @throws {SourceError} not-found, unreadable, too-large, bad-encoding
 */
export async function readBounded({ path, name, maxBytes }: BoundedFile): Promise<string> {
  // Asked before opening: to open a named pipe waits for its writer.
  const found = await stat(path).catch(fail(name));
  if (!found.isFile()) throw new SourceError('unreadable', `${name}: not a regular file`);
  if (found.size > maxBytes) throw tooLarge(name, maxBytes);
  return decode(name, await readBytes({ path, name, maxBytes }));
}

/** The size that stat gives is no bound: the file may grow meanwhile, and those in /proc claim 0. */
async function readBytes({ path, name, maxBytes }: BoundedFile): Promise<Uint8Array> {
  const handle = await open(path).catch(fail(name));
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(1 << 20)).catch(fail(name));
      if (bytesRead === 0) return Buffer.concat(chunks, length);
      length += bytesRead;
      if (length > maxBytes) throw tooLarge(name, maxBytes);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

function decode(name: string, bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  try {
    // Fatal: a file in another encoding would be offered as values full of replacement characters.
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SourceError('bad-encoding', `${name}: not UTF-8; save it as UTF-8`, { cause });
  }
}

function tooLarge(name: string, maxBytes: number): SourceError {
  return new SourceError('too-large', `${name}: larger than ${maxBytes} bytes`);
}

function fail(name: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    const missing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR';
    const message = missing
      ? `${name}: no such file`
      : `${name}: cannot be read (${cause.code ?? 'unknown'})`;
    throw new SourceError(missing ? 'not-found' : 'unreadable', message, { cause });
  };
}
