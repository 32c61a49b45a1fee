import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileSource, loadFile, type SourceError } from '../src/index.js';
import { asNobody } from './support/as-nobody.js';
import { temporaryFolder } from './support/temporary-folder.js';

const folder = temporaryFolder();

describe('fileSource', () => {
  it('yields the same list while the file stays the same', async () => {
    const source = fileSource({ path: folder.write('same.txt', 'a\nb\n') });
    const version = source.version();
    const first = await source.load();
    expect(first).toEqual(['a', 'b']);
    expect(await source.load()).toBe(first);
    expect(source.version()).toBe(version);
  });

  it('shows an edit at the next load', async () => {
    const source = fileSource({ path: folder.write('edit.txt', 'a\n') });
    const version = source.version();
    expect(await source.load()).toEqual(['a']);
    folder.write('edit.txt', 'a\nb\n');
    expect(source.version()).not.toBe(version);
    expect(await source.load()).toEqual(['a', 'b']);
  });

  it('sees an edit that keeps size and modification time', async () => {
    const path = folder.write('sneaky.txt', 'one\n');
    const source = fileSource({ path });
    expect(await source.load()).toEqual(['one']);
    const { atime, mtime } = statSync(path);
    const version = source.version();
    // The clock of the file system moves in steps of some milliseconds.
    await vi.waitFor(() => {
      folder.write('sneaky.txt', 'two\n');
      utimesSync(path, atime, mtime);
      expect(source.version()).not.toBe(version);
    }, 10_000);
    expect(await source.load()).toEqual(['two']);
  });

  it('sees another file renamed over it', async () => {
    const path = folder.write('renamed.txt', 'one\n');
    const source = fileSource({ path });
    expect(await source.load()).toEqual(['one']);
    renameSync(folder.write('renamed.new', 'two\n'), path);
    expect(await source.load()).toEqual(['two']);
  });

  it('shares one reading among loads at the same time', async () => {
    const source = fileSource({ path: folder.write('shared.txt', 'a\n') });
    const [first, second] = await Promise.all([source.load(), source.load()]);
    expect(second).toBe(first);
  });

  it('gives what a version names to whoever saw that version, also while an older one is read', async () => {
    const source = fileSource({ path: folder.write('race.txt', 'a\n') });
    const early = source.load();
    folder.write('race.txt', 'a\nb\n');
    const version = source.version();
    expect(await source.load()).toEqual(['a', 'b']);
    expect(source.version()).toBe(version);
    await early;
  });

  it('keeps the last good list after a bad edit, and tells once', async () => {
    const errors: SourceError[] = [];
    const path = folder.write('bad.json', '["a"]');
    const source = fileSource({ path, onError: (error) => errors.push(error) });
    expect(await source.load()).toEqual(['a']);
    folder.write('bad.json', '["a", "b"');
    expect(await source.load()).toEqual(['a']);
    expect(await source.load()).toEqual(['a']);
    expect(errors).toMatchObject([{ code: 'bad-format' }]);
    folder.write('bad.json', '["a", "b"]');
    expect(await source.load()).toEqual(['a', 'b']);
    rmSync(path);
    expect(await source.load()).toEqual(['a', 'b']);
    expect(errors.map(({ code }) => code)).toEqual(['bad-format', 'not-found']);
  });

  it('fails while there is nothing to serve, and recovers', async () => {
    const errors: SourceError[] = [];
    const source = fileSource({ path: folder.path('later.txt'), onError: (error) => errors.push(error) });
    await expect(source.load()).rejects.toMatchObject({ name: 'SourceError', code: 'not-found' });
    await expect(source.load()).rejects.toMatchObject({ code: 'not-found' });
    folder.write('later.txt', 'a\n');
    expect(await source.load()).toEqual(['a']);
    expect(errors).toEqual([]);
  });

  it('keeps its list for a moment when the file is found empty: whoever writes it may have begun', async () => {
    const errors: SourceError[] = [];
    const path = folder.write('rewritten.txt', 'a\nb\n');
    const source = fileSource({ path, onError: (error) => errors.push(error) });
    expect(await source.load()).toEqual(['a', 'b']);
    const version = source.version();
    writeFileSync(path, '');
    expect(source.version()).toBe(version);
    expect(await source.load()).toEqual(['a', 'b']);
    writeFileSync(path, 'c\n');
    expect(await source.load()).toEqual(['c']);
    writeFileSync(path, '');
    // What stays empty is empty.
    await vi.waitFor(async () => expect(await source.load()).toEqual([]), 10_000);
    expect(errors).toEqual([]);
  });

  it('keeps its list while the file is not to be read, and tells once', async () => {
    const errors: SourceError[] = [];
    const path = folder.write('locked.txt', 'a\n');
    const source = fileSource({ path, name: 'locked.txt', onError: (error) => errors.push(error) });
    expect(await source.load()).toEqual(['a']);
    chmodSync(path, 0);
    await asNobody(async () => {
      for (let round = 0; round < 3; round += 1) expect(await source.load()).toEqual(['a']);
    });
    expect(errors).toMatchObject([{ code: 'unreadable', message: 'locked.txt: cannot be read (EACCES)' }]);
    chmodSync(path, 0o644);
    folder.write('locked.txt', 'b\n');
    expect(await source.load()).toEqual(['b']);
  });

  it('keeps its list while a folder, or a link to itself, stands in the place of the file', async () => {
    const path = folder.write('replaced.txt', 'a\n');
    const source = fileSource({ path, onError: () => {} });
    expect(await source.load()).toEqual(['a']);
    rmSync(path);
    mkdirSync(path);
    expect(await source.load()).toEqual(['a']);
    rmdirSync(path);
    symlinkSync(path, path);
    expect(await source.load()).toEqual(['a']);
    rmSync(path);
    folder.write('replaced.txt', 'b\n');
    expect(await source.load()).toEqual(['b']);
  });

  it('starts with what was loaded before, and reads when the file changes', async () => {
    const path = folder.write('seeded.txt', 'a\n');
    const loaded = await loadFile({ path });
    const source = fileSource({ path, loaded });
    expect(await source.load()).toBe(loaded.candidates);
    folder.write('seeded.txt', 'a\nb\n');
    expect(await source.load()).toEqual(['a', 'b']);
  });

  it.each([
    ['vanished', (path: string) => rmSync(path), 'not-found'],
    ['broke', (path: string) => writeFileSync(path, '["a"'), 'bad-format'],
  ])('serves what was loaded before of a file that %s since, and tells once', async (what, harm, code) => {
    const errors: SourceError[] = [];
    const path = folder.write(`${what}.json`, '["a"]');
    const loaded = await loadFile({ path });
    harm(path);
    const source = fileSource({ path, loaded, onError: (error) => errors.push(error) });
    expect(await source.load()).toEqual(['a']);
    expect(await source.load()).toEqual(['a']);
    expect(errors).toMatchObject([{ code }]);
    folder.write(`${what}.json`, '["a", "b"]');
    expect(await source.load()).toEqual(['a', 'b']);
  });

  it('loads a file again only when it is another', async () => {
    const path = folder.write('again.txt', 'a\n');
    const loaded = await loadFile({ path });
    expect(await loadFile({ path, loaded })).toBe(loaded);
    folder.write('again.txt', 'a\nb\n');
    expect(await loadFile({ path, loaded })).toMatchObject({ candidates: ['a', 'b'] });
  });

  it('refuses an unknown extension at construction', () => {
    expect(() => fileSource({ path: 'list.conf' })).toThrow(
      expect.objectContaining({ code: 'unknown-format' }),
    );
    expect(() => fileSource({ path: 'list.conf', format: 'text' })).not.toThrow();
  });
});

describe('a watched file', () => {
  const quick = { debounceMs: 5, pollMs: 20 };

  it('tells of each change: written, replaced, emptied for good, taken away, put back', async () => {
    const path = folder.write('watched.txt', 'a\n');
    const source = fileSource({ path });
    await source.load();
    let changes = 0;
    const stop = source.watch(() => (changes += 1), quick);
    onTestFinished(stop);
    const told = async (change: () => void): Promise<void> => {
      const before = changes;
      change();
      await vi.waitFor(() => expect(changes).toBeGreaterThan(before), 10_000);
    };
    await told(() => writeFileSync(path, 'a\nb\n'));
    await told(() => renameSync(folder.write('watched.new', 'c\n'), path));
    expect(await source.load()).toEqual(['c']);
    await told(() => writeFileSync(path, ''));
    expect(await source.load()).toEqual([]);
    await told(() => rmSync(path));
    await told(() => writeFileSync(path, 'd\n'));
    expect(await source.load()).toEqual(['d']);
  });

  it('tells nothing while nothing changes, and nothing once it is no longer watched', async () => {
    const path = folder.write('quiet.txt', 'a\n');
    const other = folder.write('loud.txt', 'a\n');
    const told: string[] = [];
    const stop = fileSource({ path }).watch(() => told.push('quiet'), quick);
    const stopOther = fileSource({ path: other }).watch(() => told.push('loud'), quick);
    onTestFinished(stopOther);
    writeFileSync(other, 'b\n');
    await vi.waitFor(() => expect(told).toEqual(['loud']), 10_000);
    stop();
    writeFileSync(path, 'b\n');
    writeFileSync(other, 'c\n');
    await vi.waitFor(() => expect(told).toEqual(['loud', 'loud']), 10_000);
  });

  it('may be watched in a folder that is not there', () => {
    const stop = fileSource({ path: folder.path('none/later.txt') }).watch(() => {});
    expect(stop).not.toThrow();
  });
});
