import { describe, expect, it } from 'vitest';
import { readCandidates, SourceError, type FileSourceOptions } from '../src/index.js';
import { temporaryFolder } from './support/temporary-folder.js';

const folder = temporaryFolder();

function read(
  name: string,
  content: string | Uint8Array,
  options: Omit<FileSourceOptions, 'path'> = {},
): Promise<unknown> {
  return readCandidates({ path: folder.write(name, content), ...options });
}

async function refusal(reading: Promise<unknown>): Promise<SourceError> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceError);
  return error as SourceError;
}

describe('text', () => {
  it('has one value a line, without blank lines, line ends, or space around', async () => {
    const content = 'api\r\n\r\n  billing  \ncheckout\t\nüber uns';
    expect(await read('a.txt', content)).toEqual(['api', 'billing', 'checkout', 'über uns']);
    expect(await read('old.txt', 'api\rbilling\r')).toEqual(['api', 'billing']);
  });

  it('takes a byte order mark for what it is', async () => {
    expect(await read('bom.txt', '\uFEFFapi\n')).toEqual(['api']);
    expect(await read('utf16le.txt', Buffer.from('\uFEFFapi\r\nümlaut', 'utf16le'))).toEqual([
      'api',
      'ümlaut',
    ]);
    expect(await read('utf16be.txt', Buffer.from('\uFEFFapi\nb', 'utf16le').swap16())).toEqual(['api', 'b']);
  });

  it('is refused in another encoding instead of offering broken words', async () => {
    const error = await refusal(read('latin1.txt', Buffer.from('caf\u00e9', 'latin1')));
    expect(error).toMatchObject({ code: 'bad-encoding', message: expect.stringContaining('UTF-8') });
  });

  it('may be empty', async () => {
    expect(await read('empty.txt', '')).toEqual([]);
  });
});

describe('JSON', () => {
  it('holds strings, numbers and candidates', async () => {
    const candidates = [
      'api',
      '',
      ' ',
      7,
      true,
      { value: 'P0', title: 'Critical', aliases: ['urgent', '紧急'], weight: 3, group: 'high', extra: {} },
    ];
    expect(await read('a.json', JSON.stringify(candidates))).toEqual([
      'api',
      '7',
      'true',
      { value: 'P0', title: 'Critical', aliases: ['urgent', '紧急'], weight: 3, group: 'high' },
    ]);
  });

  it('is read where the pointer says', async () => {
    const document = JSON.stringify({ 'a/b': { 'c~d': [{ name: 'x', full: 'X one' }] } });
    const options = { pointer: '/a~1b/c~0d', column: 'name', title: 'full' };
    expect(await read('deep.json', document, options)).toEqual([{ value: 'x', title: 'X one' }]);
    const { code } = await refusal(read('deep.json', document, { pointer: '/constructor' }));
    expect(code).toBe('pointer-not-found');
  });

  it('takes only the named properties once a column is named', async () => {
    const rows = [{ name: 'x', title: 5, description: null }];
    expect(await read('rows.json', JSON.stringify(rows), { column: 'name' })).toEqual(['x']);
  });

  it('names the available properties when the value is not there', async () => {
    const missing = await refusal(read('rows.json', '[{"name":"x","id":1}]'));
    expect(missing).toMatchObject({ code: 'column-required', message: expect.stringContaining('name, id') });
    const unknown = await refusal(read('rows.json', '[{"name":"x","id":1}]', { column: 'nam' }));
    expect(unknown).toMatchObject({ code: 'unknown-column', message: expect.stringContaining('name, id') });
  });

  it.each([
    ['{"a":1}', 'list'],
    ['[["a"]]', 'item 1'],
    ['["a", null]', 'item 2'],
    ['[{"value":{"a":1}}]', '"value"'],
    ['[{"value":"a","weight":"heavy"}]', '"weight"'],
    ['[{"value":"a","aliases":7}]', '"aliases"'],
    ['["a",', 'JSON'],
  ])('refuses %s', async (content, hint) => {
    const error = await refusal(read('bad.json', content));
    expect(error).toMatchObject({ code: 'bad-format', message: expect.stringContaining(hint) });
  });

  it('never repeats the content in an error', async () => {
    const error = await refusal(read('secret.json', '["hunter2" oops'));
    expect(error.message).not.toContain('hunter2');
    expect(error.cause).toBeUndefined();
  });
});

describe('NDJSON', () => {
  it('has one candidate a line', async () => {
    expect(await read('a.ndjson', '"api"\r\n\r\n{"value":"db","title":"Database"}\n5\n')).toEqual([
      'api',
      { value: 'db', title: 'Database' },
      '5',
    ]);
    expect(await read('b.jsonl', '\uFEFF{"id":"x"}', { column: 'id' })).toEqual(['x']);
  });

  it('names the line at fault', async () => {
    const error = await refusal(read('bad.ndjson', '"a"\n\n{oops\n'));
    expect(error).toMatchObject({
      code: 'bad-format',
      message: `${folder.path('bad.ndjson')}: line 3: not valid JSON`,
    });
  });
});

describe('CSV', () => {
  it('gives the named column of rows with quotes, line breaks, CRLF and a byte order mark', async () => {
    const content =
      '\uFEFFname,owner\r\n"api, v2",ann\r\n"say ""hi""",bob\r\n"two\nlines",eve\r\n\r\nbilling , x \r\n';
    expect(await read('a.csv', content, { column: 'name' })).toEqual([
      'api, v2',
      'say "hi"',
      'two\nlines',
      'billing',
    ]);
  });

  it('may be long, with characters of any width', async () => {
    const values = Array.from({ length: 20_000 }, (_, index) => `${'x'.repeat(index % 7)}😀ü,${index}`);
    const content = `name\r\n${values.map((value) => `"${value}"\r\n`).join('')}`;
    expect(await read('long.csv', content)).toEqual(values);
  });

  it('needs no column where there is one', async () => {
    expect(await read('one.csv', 'name\napi\n\nbilling\n')).toEqual(['api', 'billing']);
  });

  it('skips rows without a value', async () => {
    expect(await read('gaps.csv', 'name,x\n,1\napi,2\n" ",3\n', { column: 'name' })).toEqual(['api']);
  });

  it('names the columns when one must be chosen or does not exist', async () => {
    const content = 'name,owner\napi,ann\n';
    const several = await refusal(read('two.csv', content));
    expect(several).toMatchObject({
      code: 'column-required',
      message: expect.stringContaining('name, owner'),
    });
    const unknown = await refusal(read('two.csv', content, { column: 'nmae' }));
    expect(unknown).toMatchObject({
      code: 'unknown-column',
      message: expect.stringContaining('name, owner'),
    });
    const title = await refusal(read('two.csv', content, { column: 'name', title: 'constructor' }));
    expect(title.code).toBe('unknown-column');
  });

  it('takes titles, descriptions, aliases, weights and groups from columns', async () => {
    const content = 'id,label,text,also,rank,kind\nP0,Critical,Now,urgent | 紧急,9,high\nP1,,,,,\n';
    const fields = {
      column: 'id',
      title: 'label',
      description: 'text',
      aliases: 'also',
      weight: 'rank',
      group: 'kind',
    };
    expect(await read('full.csv', content, fields)).toEqual([
      {
        value: 'P0',
        title: 'Critical',
        description: 'Now',
        group: 'high',
        aliases: ['urgent', '紧急'],
        weight: 9,
      },
      'P1',
    ]);
  });

  it.each([
    ['semicolon.csv', 'name;price\napi;"1,5"\n'],
    ['tab.tsv', 'name\tprice\napi\t1,5\n'],
    ['quoted.csv', '"name","a;b;c"\napi,x\n'],
  ])('sees the separator of %s', async (name, content) => {
    expect(await read(name, content, { column: 'name' })).toEqual(['api']);
  });

  it('takes the separator it is told', async () => {
    expect(await read('pipe.csv', 'name|x\na,b|1\n', { column: 'name', delimiter: '|' })).toEqual(['a,b']);
  });

  it.each([
    ['name,x\napi\n', 'line 2', 'cells'],
    ['name,x\na,1\nb,2,secret\n', 'line 3', 'cells'],
    ['name,x\n"api,1\n', 'line', 'does not end'],
    ['name,x\n"api"oops,1\n', 'line 2', 'quoted'],
    ['name,name\na,b\n', '"name"', 'two columns'],
    ['', 'header', 'nothing'],
  ])('refuses %j', async (content, ...hints) => {
    const error = await refusal(read('bad.csv', content, { column: 'name' }));
    expect(error.code).toBe('bad-format');
    for (const hint of hints) expect(error.message).toContain(hint);
    expect(error.message).not.toContain('secret');
  });
});

describe('every format', () => {
  it('is known by the extension, or given', async () => {
    expect(await read('NAMES', 'api\n')).toEqual(['api']);
    expect(await read('list.conf', '["api"]', { format: 'json' })).toEqual(['api']);
    const error = await refusal(read('list.conf', 'api\n'));
    expect(error).toMatchObject({ code: 'unknown-format', message: expect.stringContaining('.conf') });
  });

  it('is refused beyond its size, not truncated', async () => {
    const error = await refusal(read('big.txt', 'abc\n'.repeat(10), { maxBytes: 39 }));
    expect(error).toMatchObject({ code: 'too-large', message: expect.stringContaining('39') });
    expect(await read('fits.txt', 'abc\n'.repeat(10), { maxBytes: 40 })).toHaveLength(10);
  });

  it('must be a regular file', async () => {
    const error = await refusal(readCandidates({ path: folder.path('.'), format: 'text' }));
    expect(error).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('not a regular file'),
    });
    expect(await refusal(readCandidates({ path: folder.path('none.txt') }))).toMatchObject({
      code: 'not-found',
    });
  });
});

describe('a message', () => {
  it.each([
    ['none.txt', undefined, 'no such file'],
    ['list.conf', 'x', 'no format is known'],
    ['message.csv', 'name,x\n', 'name the column'],
    ['message.json', '[', 'not valid JSON'],
    ['latin.txt', Buffer.from('\u00e9', 'latin1'), 'not UTF-8'],
  ])('about %s calls it what it was called, or else by its path', async (file, content, reason) => {
    const path = content === undefined ? folder.path(file) : folder.write(file, content);
    const named = await refusal(readCandidates({ path, name: `lists/${file}` }));
    expect(named.message.startsWith(`lists/${file}: ${reason}`)).toBe(true);
    const unnamed = await refusal(readCandidates({ path }));
    expect(unnamed.message.startsWith(`${path}: ${reason}`)).toBe(true);
  });
});
