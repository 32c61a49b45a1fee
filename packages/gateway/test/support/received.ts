import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Received } from './stdio-client.js';

/** A path in a folder that goes with the test. */
export function recordingFile(name = 'received.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** What a scripted server wrote into its recording: all, or the messages of one method. */
export function receivedBy(path: string, method?: string): Received[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Received)
    .filter((message) => method === undefined || message.method === method);
}
