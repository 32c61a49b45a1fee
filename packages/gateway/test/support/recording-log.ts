import { createLog, type Log } from '../../src/log.js';

export interface RecordingLog extends Log {
  readonly lines: string[];
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  return { ...createLog({ level: 'debug', write: (line) => lines.push(line) }), lines };
}
