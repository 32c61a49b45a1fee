import { mkdtempSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loadConfig,
  watchConfig,
  type ConfigError,
  type GatewayConfig,
  type WatchedConfig,
} from '../../src/config/index.js';

let folder: string;
let path: string;
let watched: WatchedConfig | undefined;

const write = (name: string, content: string | Uint8Array): void =>
  writeFileSync(join(folder, name), content);
const withValue = (value: string): string => `completions: { prompts: { p: { a: [${value}] } } }\n`;
const valuesOf = (config: GatewayConfig): unknown => {
  const slot = config.completions.prompts.get('p')?.get('a');
  return slot?.kind === 'values' ? slot.values : slot?.source;
};

/** Generous: the machine may be busy with other tests. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typeahead-config-'));
  path = join(folder, 'typeahead.yaml');
});

afterEach(() => {
  watched?.close();
  watched = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe('loadConfig', () => {
  it('reads the file with the environment given', async () => {
    write('typeahead.yaml', withValue('"${A}"'));
    expect(valuesOf(await loadConfig(path, { env: { A: 'x' } }))).toEqual(['x']);
  });

  it('refuses a slot whose file cannot be used, where the slot stands', async () => {
    write('services.csv', 'name,owner\napi,ann\n');
    write(
      'typeahead.yaml',
      `completions:
  prompts:
    p:
      a: { file: services.csv, column: nmae }
      b: { file: none.txt }
      c: { file: services.csv, column: name }
`,
    );
    await expect(loadConfig(path)).rejects.toMatchObject({
      name: 'ConfigError',
      code: 'bad-source',
      problems: [
        { line: 4, column: 10, message: expect.stringContaining('name, owner') },
        { line: 5, column: 10, message: expect.stringContaining('none.txt: no such file') },
      ],
    });
  });

  it('refuses a file that is missing, a folder, too large or not UTF-8', async () => {
    await expect(loadConfig(path)).rejects.toMatchObject({
      code: 'unreadable',
      message: `${path}:1:1: no such file`,
    });
    await expect(loadConfig(folder)).rejects.toMatchObject({ code: 'unreadable' });
    write('typeahead.yaml', '#'.repeat(4 * 1_024 * 1_024 + 1));
    await expect(loadConfig(path)).rejects.toMatchObject({ code: 'too-large' });
    write('typeahead.yaml', Buffer.from('# caf\u00e9', 'latin1'));
    await expect(loadConfig(path)).rejects.toMatchObject({ code: 'syntax' });
  });
});

describe('watchConfig', () => {
  const changes: unknown[] = [];
  const errors: ConfigError[] = [];

  async function start(pollMs: number): Promise<WatchedConfig> {
    changes.length = 0;
    errors.length = 0;
    watched = await watchConfig(path, {
      onChange: (config) => changes.push(valuesOf(config)),
      onError: (error) => errors.push(error),
      env: {},
      debounceMs: 20,
      pollMs,
    });
    return watched;
  }

  it('loads first and tells of each other content', async () => {
    write('typeahead.yaml', withValue('one'));
    const { config } = await start(600_000);
    expect(valuesOf(config)).toEqual(['one']);
    write('typeahead.yaml', withValue('two'));
    await eventually(() => expect(changes).toEqual([['two']]));
  });

  it('is refused at the start when the first content is', async () => {
    write('typeahead.yaml', 'oops: 1');
    await expect(start(600_000)).rejects.toMatchObject({ code: 'unknown-key' });
  });

  it('follows an editor that puts a new file in place of the old one', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(600_000);
    for (const value of ['two', 'three']) {
      write('typeahead.yaml.tmp', withValue(value));
      renameSync(join(folder, 'typeahead.yaml.tmp'), path);
      await eventually(() => expect(changes.at(-1)).toEqual([value]));
    }
    expect(errors).toEqual([]);
  });

  it('notices without events, by looking', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(20);
    write('typeahead.yaml', withValue('two'));
    await eventually(() => expect(changes).toEqual([['two']]));
  });

  it('says once where a bad edit is wrong, and nothing when it is taken back', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(20);
    write('typeahead.yaml', 'completions:\n  promts: {}\n');
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({ line: 2, column: 3, message: expect.stringContaining('"prompts"') });
    write('typeahead.yaml', withValue('one'));
    write('typeahead.yaml', withValue('two'));
    await eventually(() => expect(changes).toEqual([['two']]));
    expect(errors).toHaveLength(1);
  });

  it('tries a refused file again when a file that it names is mended', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(20);
    write('typeahead.yaml', 'completions: { prompts: { p: { a: { file: later.txt } } } }\n');
    await eventually(() => expect(errors).toHaveLength(1));
    write('later.txt', 'x\n');
    await eventually(() => expect(changes).toEqual([{ path: join(folder, 'later.txt') }]));
    expect(errors).toHaveLength(1);
  });

  it('keeps what is in force while the file is gone', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(20);
    unlinkSync(path);
    await eventually(() => expect(errors).toMatchObject([{ code: 'unreadable' }]));
    write('typeahead.yaml', withValue('two'));
    await eventually(() => expect(changes).toEqual([['two']]));
  });

  it('takes a touched file for the same', async () => {
    write('typeahead.yaml', withValue('one'));
    await start(20);
    utimesSync(path, new Date(0), new Date(0));
    write('typeahead.yaml', withValue('two'));
    await eventually(() => expect(changes).toEqual([['two']]));
  });

  it('is silent once closed', async () => {
    write('typeahead.yaml', withValue('one'));
    const closing = await start(20);
    closing.close();
    write('typeahead.yaml', withValue('two'));
    const witness = await watchConfig(path, {
      onChange: (config) => changes.push(valuesOf(config)),
      onError: () => {},
      pollMs: 20,
    });
    write('typeahead.yaml', withValue('three'));
    await eventually(() => expect(changes).toEqual([['three']]));
    witness.close();
  });
});
