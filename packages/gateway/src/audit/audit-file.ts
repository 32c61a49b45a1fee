import { createWriteStream, type WriteStream } from 'node:fs';
import type { Log } from '../log.js';
import type { Audit } from './audit-record.js';

/** A file that records are appended to, one JSON object a line. */
export interface AuditFile {
  readonly write: Audit;
  /** Resolves when everything is written, or cannot be. */
  close(): Promise<void>;
}

export interface AuditFileOptions {
  path: string;
  log: Log;
  /** Most that may wait for the disk; what comes beyond is lost, and counted. @default 8 MiB */
  maxWaitingBytes?: number;
}

/** A file that cannot be written is tried again after this. */
const retryMs = 1_000;

/** Appends; only the owner may read what it creates. A disk that fails or is slow holds nobody up. */
export function openAuditFile({ path, log, maxWaitingBytes = 8 * 1024 * 1024 }: AuditFileOptions): AuditFile {
  let stream: WriteStream | undefined;
  let lost = 0;
  let notBefore = 0;

  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: 'a', mode: 0o600 });
    opened.on('error', (error: NodeJS.ErrnoException) => {
      if (stream !== opened) return;
      stream = undefined;
      notBefore = Date.now() + retryMs;
      log.error('the audit cannot be written', { error: error.code ?? error.name });
    });
    stream = opened;
    return opened;
  };

  const lose = (): void => {
    lost += 1;
    if (lost === 1) log.error('records of the audit are being lost');
  };

  return {
    write(record) {
      if (stream === undefined && Date.now() < notBefore) return lose();
      const current = stream ?? open();
      if (current.writableLength > maxWaitingBytes) return lose();
      if (lost > 0) log.error('records of the audit were lost', { lost });
      lost = 0;
      current.write(`${JSON.stringify(record)}\n`);
    },
    async close() {
      const last = stream;
      if (last === undefined) return;
      await new Promise<void>((resolve) => {
        last.once('error', () => resolve());
        last.end(resolve);
      });
    },
  };
}
