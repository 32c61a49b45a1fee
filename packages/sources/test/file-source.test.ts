import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { fileSource, loadFile, type SourceError } from '../src/index.js';
import { temporaryFolder } from './temporary-folder.js';

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
