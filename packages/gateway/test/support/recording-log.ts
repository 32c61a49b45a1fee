import { createLog, type Log } from '../../src/log.js';

export interface RecordingLog extends Log {
  readonly lines: string[];
  /** Those above level debug. */
  readonly reports: string[];
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  return {
    ...createLog({ level: 'debug', write: (line) => lines.push(line) }),
    lines,
    get reports() {
      return lines.filter((line) => !line.startsWith('mcp-typeahead debug'));
    },
  };
}
