import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completer } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { directorySource, type DirectorySourceOptions } from '../src/index.js';
import { asNobody } from './support/as-nobody.js';
import { temporaryFolder } from './support/temporary-folder.js';
import { ask, toAnswer, valuesOf } from './support/test-io-source.js';

const folder = temporaryFolder();
let count = 0;

/** A tree of files: a name that ends with `/` is a folder, `name -> target` a link. */
function tree(...names: readonly string[]): string {
  const root = folder.path(`tree-${(count += 1)}`);
  mkdirSync(root);
  for (const entry of names) {
    const [name = '', target] = entry.split(' -> ');
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (target !== undefined) symlinkSync(target, path);
    else if (name.endsWith('/')) mkdirSync(path, { recursive: true });
    else writeFileSync(path, '');
  }
  return root;
}

type Options = Omit<DirectorySourceOptions, 'root'>;

/** What a person sees who types this. */
async function complete(
  root: DirectorySourceOptions['root'],
  value: string,
  options: Options = {},
): Promise<string[]> {
  const source = completer(directorySource({ root, ...options }), { cache: false });
  return (await testCompleter(source).complete(value)).values;
}

describe('directorySource', () => {
  it('offers a folder at a time: folders first, with a slash, each kind by name', async () => {
    const root = tree('b.txt', 'a.txt', 'src/main/app.ts', 'src/index.ts', 'docs/', 'Zeta/');
    expect(await complete(root, '')).toEqual(['docs/', 'src/', 'Zeta/', 'a.txt', 'b.txt']);
    expect(await complete(root, 'src/')).toEqual(['src/main/', 'src/index.ts']);
    expect(await complete(root, 'src/main/')).toEqual(['src/main/app.ts']);
    expect(await complete(root, 'src/ind')).toEqual(['src/index.ts']);
    expect(await complete(root, 'docs/')).toEqual([]);
    expect(await complete(root, 'nowhere/')).toEqual([]);
    expect(await complete(root, 'a.txt/')).toEqual([]);
  });

  it('counts what it has seen whole, and says that there is more of what it has not', async () => {
    const root = tree('a', 'b', 'c');
    const whole = testCompleter(completer(directorySource({ root }), { cache: false }));
    expect(await whole.complete('')).toMatchObject({ total: 3, hasMore: false });
    const cut = testCompleter(completer(directorySource({ root, maxEntries: 2 }), { cache: false }));
    const { values, total, hasMore } = await cut.complete('');
    expect({ count: values.length, total, hasMore }).toEqual({ count: 2, total: undefined, hasMore: true });
  });

  it('goes into a folder by its name though the folder around it is too long to be listed', async () => {
    const root = tree('a', 'b', 'c', 'z-last/found.txt');
    for (const maxEntries of [1, 2, 3]) {
      expect(await complete(root, 'z-last/', { maxEntries })).toEqual(['z-last/found.txt']);
    }
    expect(await complete(root, '../', { maxEntries: 1 })).toEqual([]);
    expect(await complete(root, './', { maxEntries: 1 })).toEqual([]);
  });

  it('sees what is added and taken away', async () => {
    const root = tree('one');
    const probe = testCompleter(completer(directorySource({ root }), { cache: false }));
    expect((await probe.complete('')).values).toEqual(['one']);
    writeFileSync(join(root, 'two'), '');
    expect((await probe.complete('')).values).toEqual(['one', 'two']);
    rmSync(join(root, 'one'));
    mkdirSync(join(root, 'three'));
    expect((await probe.complete('')).values).toEqual(['three/', 'two']);
  });

  it('leaves hidden files and folders alone unless told otherwise', async () => {
    const root = tree('.env', '.git/config', 'seen');
    expect(await complete(root, '')).toEqual(['seen']);
    expect(await complete(root, '.')).toEqual([]);
    expect(await complete(root, '.git/')).toEqual([]);
    expect(await complete(root, '', { hidden: true })).toEqual(['.git/', '.env', 'seen']);
    expect(await complete(root, '.git/', { hidden: true })).toEqual(['.git/config']);
  });

  it('offers files of some kinds, or folders alone', async () => {
    const root = tree('a.md', 'B.MD', 'c.txt', 'sub/d.md');
    expect(await complete(root, '', { extensions: ['.md'] })).toEqual(['sub/', 'a.md', 'B.MD']);
    expect(await complete(root, '', { files: false })).toEqual(['sub/']);
    expect(await complete(root, 'sub/', { files: false })).toEqual([]);
  });

  it('finds names in either Unicode form, and gives them as they are on disk', async () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    const root = tree(`${decomposed}/menu.txt`, `r\u00e9sum\u00e9.txt`);
    expect(await complete(root, composed)).toEqual([`${decomposed}/`]);
    expect(await complete(root, `${composed}/`)).toEqual([`${decomposed}/menu.txt`]);
    expect(await complete(root, 're\u0301s')).toEqual(['r\u00e9sum\u00e9.txt']);
    const both = tree(`${composed}/1`, `${decomposed}/2`);
    expect(await complete(both, `${composed}/`)).toEqual([`${composed}/1`]);
    expect(await complete(both, `${decomposed}/`)).toEqual([`${decomposed}/2`]);
    expect(await complete(both, 'caf')).toHaveLength(2);
  });

  it('leaves out names that are not UTF-8', async () => {
    const root = tree('good');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff])]), '');
    expect(await complete(root, '')).toEqual(['good']);
  });

  it('may have several roots, each under a name', async () => {
    const roots = { docs: tree('guide.md'), Source: tree('main.ts', 'lib/a.ts') };
    expect(await complete(roots, '')).toEqual(['docs/', 'Source/']);
    expect(await complete(roots, 'docs/')).toEqual(['docs/guide.md']);
    expect(await complete(roots, 'source/l')).toEqual(['Source/lib/']);
    expect(await complete(roots, 'Source/lib/')).toEqual(['Source/lib/a.ts']);
    expect(await complete(roots, 'constructor/')).toEqual([]);
    expect(() => directorySource({ root: { 'a/b': '/x' } })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
  });

  it('is an error where the root is not there or is no folder, and nothing of the kind below it', async () => {
    const root = tree('file');
    const source = directorySource({ root: join(root, 'none'), name: 'data' });
    await expect(ask(source, '')).rejects.toMatchObject({
      code: 'not-found',
      message: 'data: no such folder',
    });
    const file = directorySource({ root: join(root, 'file'), name: 'data' });
    await expect(ask(file, '')).rejects.toMatchObject({ code: 'unreadable', message: 'data: not a folder' });
  });

  it('survives the root being taken away and put back', async () => {
    const root = tree('a');
    const source = directorySource({ root });
    renameSync(root, `${root}-away`);
    await expect(ask(source, '')).rejects.toMatchObject({ code: 'not-found' });
    renameSync(`${root}-away`, root);
    expect(valuesOf(toAnswer(await ask(source, '')).candidates)).toEqual(['a']);
  });

  it('says of an unreadable folder that it may hold something', async () => {
    const root = tree('locked/secret');
    chmodSync(join(root, 'locked'), 0);
    await asNobody(async () => {
      const source = directorySource({ root });
      expect(valuesOf(toAnswer(await ask(source, '')).candidates)).toEqual(['locked/']);
      expect(toAnswer(await ask(source, 'locked/'))).toEqual({ candidates: [], complete: false });
      const locked = directorySource({ root: join(root, 'locked'), name: 'data' });
      await expect(ask(locked, '')).rejects.toMatchObject({
        code: 'unreadable',
        message: 'data: cannot be read (EACCES)',
      });
    });
  });

  it('does not go deeper than it is told', async () => {
    const root = tree('a/b/c/d');
    expect(await complete(root, 'a/b/', { maxDepth: 2 })).toEqual(['a/b/c/']);
    expect(await complete(root, 'a/b/c/', { maxDepth: 2 })).toEqual([]);
    expect(await complete(root, 'a/'.repeat(400))).toEqual([]);
  });

  it('does not list a folder again whose time of change is the same, and old enough to be trusted', async () => {
    const root = tree('before');
    const source = directorySource({ root });
    const names = async () => valuesOf(toAnswer(await ask(source, '')).candidates);
    const hourAgo = Date.now() / 1_000 - 3_600;
    const swap = (from: string, to: string): void => {
      renameSync(join(root, from), join(root, to));
      utimesSync(root, hourAgo, hourAgo);
    };
    utimesSync(root, hourAgo, hourAgo);
    expect(await names()).toEqual(['before']);
    swap('before', 'after');
    expect(await names()).toEqual(['before']);
    utimesSync(root, hourAgo, hourAgo + 60);
    expect(await names()).toEqual(['after']);
  });
});

describe('what was typed', () => {
  it('BUG-167 never leads out of the root, be it by .., by a sibling of the same beginning, or as an absolute path', async () => {
    const root = tree('provided/sub/inside.txt', 'provided_secret/s.bin');
    const provided = join(root, 'provided');
    const attempts = [
      '../provided_s',
      '../provided_secret/',
      `${root}/provided_secret/`,
      '..',
      '../',
      'sub/../../provided_secret/',
      'sub/../',
      '..%2f',
      '..\\',
      '..\\provided_secret\\',
      'a\u0000b',
      'a\u0000b/',
      'sub\u0000/',
      '/',
      '//',
      '/etc/',
      'C:/',
      './',
      '.',
      '\uff0e\uff0e/',
    ];
    for (const maxEntries of [1, 1_000]) {
      for (const value of attempts) {
        expect(await complete(provided, value, { hidden: true, maxEntries }), JSON.stringify(value)).toEqual(
          [],
        );
      }
    }
    expect(await complete(provided, 'sub/')).toEqual(['sub/inside.txt']);
  });

  it('BUG-168 is not followed through links that lead out, and goes round in circles only as far as the depth', async () => {
    const root = tree(
      'link -> /etc',
      'up -> ..',
      'loop -> .',
      'self -> self',
      'out -> /no/such/place',
      'hop -> out',
      'near -> ../tree-none',
      'a.txt',
    );
    for (const value of ['link/', 'link/pass', 'up/', 'out/', 'self/', 'hop/', 'near/']) {
      expect(await complete(root, value), value).toEqual([]);
    }
    // A link that leads out is not shown, whether there is something at its end or not.
    expect(await complete(root, '')).toEqual(['loop/', 'a.txt', 'self']);
    expect(await complete(root, 'loop/loop/loop/')).toContain('loop/loop/loop/a.txt');
    expect(await complete(root, 'loop/'.repeat(33))).toEqual([]);
  });

  it('BUG-170 finds links to folders as folders, and links to nothing as files, in a stated order', async () => {
    const root = tree('config/', 'cfg -> config', 'conf.txt', 'cold -> nowhere', 'other');
    expect(await complete(root, 'c')).toEqual(['cfg/', 'config/', 'conf.txt', 'cold']);
    writeFileSync(join(root, 'config', 'inner'), '');
    expect(await complete(root, 'cfg/')).toEqual(['cfg/inner']);
  });

  it('BUG-171 in another case gets whole values in the case that they have', async () => {
    const root = tree('A/', 'A_B/x', 'A_B_C/');
    expect(await complete(root, 'a_')).toEqual(['A_B/', 'A_B_C/']);
    expect(await complete(root, 'a_b/')).toEqual(['A_B/x']);
  });
});
