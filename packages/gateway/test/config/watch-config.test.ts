import { mkdtempSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loadConfig,
  toCompletions,
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

describe('a command', () => {
  const refusal = {
    code: 'bad-value',
    line: 1,
    column: 22,
    message: expect.stringMatching(/none with this space in it; write the arguments in "args"/),
  };

  it.each(['npx -y @scope/server', 'node server.js', './run --fast'])(
    'that is a whole command line is refused: %s',
    async (command) => {
      write('typeahead.yaml', `upstream: { command: "${command}" }\n`);
      await expect(loadConfig(path)).rejects.toMatchObject(refusal);
    },
  );

  it('may have a space in it where there is such a file, or one on the PATH', async () => {
    write('my server', '');
    for (const command of ['./my server', join(folder, 'my server'), 'my server']) {
      write('typeahead.yaml', `upstream: { command: "${command}" }\n`);
      expect(await loadConfig(path, { env: { PATH: folder } })).toMatchObject({
        upstream: { command: expect.stringMatching(/my server$/) },
      });
    }
  });

  it('without a space is left to the start', async () => {
    write('typeahead.yaml', 'upstream: { command: no-such-program }\n');
    expect(await loadConfig(path)).toMatchObject({ upstream: { command: 'no-such-program' } });
  });
});

const ask = async (config: GatewayConfig): Promise<readonly string[]> => {
  const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
  const result = await toCompletions(config.completions, { onError: () => {} }).complete({
    params,
    era: 'legacy',
  });
  return result.completion.values;
};
const loadedOf = (config: GatewayConfig, argument: string): unknown => {
  const slot = config.completions.prompts.get('p')?.get(argument);
  return slot?.kind === 'file' ? slot.loaded : undefined;
};

describe('a file of values', () => {
  const twice =
    'completions: { prompts: { p: { a: { file: s.csv, column: name }, b: { file: s.csv, column: name } } } }\n';
  it.each([
    ['vanished', () => unlinkSync(join(folder, 's.csv'))],
    ['broke', () => write('s.csv', 'state\nlagos\n')],
  ])('that %s after the start and before the first question is served as it was', async (_what, harm) => {
    write('s.csv', 'name\nlagos\n');
    write('typeahead.yaml', twice);
    const config = await loadConfig(path);
    harm();
    expect(await ask(config)).toEqual(['lagos']);
  });

  it('that vanished after an edit of the configuration is served as it was, and is read once', async () => {
    write('s.csv', 'name\nlagos\n');
    write('typeahead.yaml', twice);
    const changes: GatewayConfig[] = [];
    watched = await watchConfig(path, {
      onChange: (config) => changes.push(config),
      onError: () => {},
      pollMs: 20,
    });
    write('typeahead.yaml', `# edited\n${twice}`);
    await eventually(() => expect(changes).toHaveLength(1));
    unlinkSync(join(folder, 's.csv'));
    expect(await ask(changes[0]!)).toEqual(['lagos']);
    const [first, ...others] = [watched.config, ...changes].flatMap((config) => [
      loadedOf(config, 'a'),
      loadedOf(config, 'b'),
    ]);
    expect(first).toMatchObject({ candidates: ['lagos'] });
    for (const other of others) expect(other).toBe(first);
  });

  it('is named in messages as the configuration names it', async () => {
    write('s.csv', 'state\nlagos\n');
    write('typeahead.yaml', twice.replace('b: { file: s.csv', 'b: { file: ./lists/s.csv'));
    await expect(loadConfig(path)).rejects.toMatchObject({
      problems: [
        { message: 's.csv: no column "name" (there are: state)' },
        { message: './lists/s.csv: no such file' },
      ],
    });
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
    await eventually(() => expect(changes).toEqual([{ path: join(folder, 'later.txt'), name: 'later.txt' }]));
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
