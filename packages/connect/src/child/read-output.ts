import type { Readable } from 'node:stream';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { parseMessages } from '../parse-messages.js';
import type { Noise } from '../wire.js';
import { createLineSplitter } from './line-splitter.js';

export interface ReadOutputOptions {
  stdout: Readable;
  stderr: Readable;
  maxLineBytes: number;
  onMessage: (message: JsonRpcMessage) => void;
  onNoise: (noise: Noise) => void;
  /** A line on stdout was too long; stdout is no longer read. */
  onTooLong: () => void;
}

const maxStderrLineBytes = 8 * 1024;
const noiseLength = 100;

export interface ChildOutput {
  /** Leaves stdout unread until `resume`. stderr is always read. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Delivers last lines without a newline and stops reading. */
  readonly stop: () => void;
}

/** Reads what a child writes. */
export function readOutput(options: ReadOutputOptions): ChildOutput {
  const { stdout, stderr, onMessage, onNoise } = options;
  const messages = createLineSplitter({
    maxLineBytes: options.maxLineBytes,
    onLine: (line) => {
      const parsed = parseMessages(line);
      if (parsed.hasJunk) onNoise({ kind: 'stdout-line', text: line.slice(0, noiseLength) });
      for (const message of parsed.messages) onMessage(message);
    },
    onTooLong: () => {
      stdout.destroy();
      options.onTooLong();
    },
  });
  const log = createLineSplitter({
    maxLineBytes: maxStderrLineBytes,
    onLine: (text) => onNoise({ kind: 'stderr-line', text }),
  });
  stdout.on('data', (chunk: Buffer) => messages.push(chunk));
  stderr.on('data', (chunk: Buffer) => log.push(chunk));
  // An unhandled 'error' would end this process. Nothing is lost: the child's exit tells of the end.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return {
    pause: () => stdout.pause(),
    resume: () => stdout.resume(),
    stop: () => {
      messages.end();
      log.end();
      stdout.destroy();
      stderr.destroy();
    },
  };
}
