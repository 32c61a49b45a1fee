import { inspect } from 'node:util';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { completer } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpSource, type HttpSourceOptions, type SourceError } from '../src/index.js';
import { sendJson, serveJson, type JsonServer } from './support/json-server.js';
import { ask, toAnswer, valuesOf } from './support/test-io-source.js';

async function serve(handler: JsonServer['handler']): Promise<JsonServer> {
  const server = await serveJson(handler);
  onTestFinished(server.close);
  return server;
}

const answering = (body: unknown, headers: Record<string, string> = {}): Promise<JsonServer> =>
  serve((_, response) => sendJson(response, body, headers));

async function failure(asked: Promise<unknown>): Promise<SourceError> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'SourceError' });
  return error as SourceError;
}

const list = async (url: string, options: Omit<HttpSourceOptions, 'url'> = {}): Promise<string[]> =>
  valuesOf(toAnswer(await ask(httpSource({ url, ...options }), '')).candidates);

describe('the address', () => {
  it('takes what was typed and other arguments, encoded, wherever they stand after the host', async () => {
    const { origin, requests } = await answering(['x']);
    const source = httpSource({ url: `${origin}/teams/{arguments.team name}/find?q={value}&n=5` });
    expect(source).toMatchObject({ kind: 'query', needs: ['team name'] });
    const given = { 'team name': 'R&D/é #1', other: 'unused' };
    await ask(source, `a b&c=d/../%2f'(x)`, undefined, given);
    expect(requests[0]?.url).toBe(
      '/teams/R%26D%2F%C3%A9%20%231/find?q=a%20b%26c%3Dd%2F..%2F%252f%27%28x%29&n=5',
    );
    await ask(source, '\ud800', undefined, given);
    expect(requests[1]?.url).toContain('q=%EF%BF%BD&');
  });

  it('is not asked while an argument is missing or empty', async () => {
    const { origin, requests } = await answering(['x']);
    const source = httpSource({ url: `${origin}/{arguments.team}` });
    expect(source).toMatchObject({ kind: 'list', needs: ['team'] });
    for (const given of [{}, { team: '' }]) {
      expect(await ask(source, '', undefined, given)).toEqual({ candidates: [] });
    }
    expect(requests).toEqual([]);
  });

  it('is never another than it was meant to be, whatever is filled in', async () => {
    const { origin, requests } = await answering(['x']);
    const source = httpSource({ url: `${origin}/teams/{arguments.team}/members?q={value}` });
    for (const team of ['..', '.']) {
      expect(await ask(source, 'x', undefined, { team })).toEqual({ candidates: [] });
    }
    expect(requests).toEqual([]);
    for (const team of ['../..', '%2e%2e', '@evil.example', '//evil.example', '?', '#', '\\..\\']) {
      await ask(source, '../../admin', undefined, { team });
    }
    for (const { url } of requests) expect(url).toMatch(/^\/teams\/[^/]+\/members\?q=[^/]+$/);
    const dots = httpSource({ url: `${origin}/a/.{value}/b` });
    expect(await ask(dots, '.')).toEqual({ candidates: [] });
  });

  it.each([
    ['ftp://x.example/a'],
    ['x.example/a'],
    ['http://'],
    ['https://{value}.example/'],
    ['https://x.example:{value}/'],
    ['https://user:hunter2@x.example/'],
    ['https://x.example/{owner}?key=hunter2'],
    ['https://x.example/{}?key=hunter2'],
    ['https://x.example/{value?key=hunter2'],
    ['https://x.example/}?key=hunter2'],
    ['https://x.example/{arguments.}?key=hunter2'],
  ])('is refused at once where it cannot be used, and not repeated: %s', (url) => {
    let error: unknown;
    try {
      httpSource({ url });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'invalid-option' });
    expect(inspect(error)).not.toContain('hunter2');
  });
});

describe('the answer', () => {
  it('is read at its pointer, with the fields where they are said to be', async () => {
    const rows = [
      { login: 'ada', profile: { name: 'Ada Lovelace', 'a/b': 3 }, tags: ['countess'] },
      { login: 'bob', profile: null },
    ];
    const { origin } = await answering({ data: { people: rows } });
    const source = httpSource({
      url: `${origin}/`,
      pointer: '/data/people',
      column: 'login',
      title: '/profile/name',
      weight: '/profile/a~1b',
      aliases: 'tags',
    });
    expect(toAnswer(await ask(source, '')).candidates).toEqual([
      { value: 'ada', title: 'Ada Lovelace', weight: 3, aliases: ['countess'] },
      'bob',
    ]);
  });

  it('may have rows that are of no use, which are left out', async () => {
    const rows = ['a', null, '', 7, [], {}, { value: null }, { value: 'b', title: 5 }, true];
    const { origin } = await answering(rows);
    expect(toAnswer(await ask(httpSource({ url: origin }), '')).candidates).toEqual([
      'a',
      '7',
      { value: 'b', title: '5' },
      'true',
    ]);
  });

  it.each([
    [{ items: [] }, {}, 'bad-format', 'to be a list'],
    [{ items: [] }, { pointer: '/rows' }, 'pointer-not-found', '/rows'],
    [[{ id: 1, name: 'x' }], {}, 'column-required', 'id, name'],
    [[{ id: 1, name: 'x' }], { column: 'nmae' }, 'unknown-column', 'id, name'],
  ])(
    'tells the operator what it looks like where it is another than expected: %j',
    async (body, options, code, hint) => {
      const { origin } = await answering(body);
      const error = await failure(ask(httpSource({ url: origin, ...options }), ''));
      expect(error.code).toBe(code);
      expect(error.message).toContain(hint);
    },
  );

  it.each<[string, (response: ServerResponse) => void, string, string]>([
    ['HTTP 500', (response) => void response.writeHead(500).end('hunter2'), 'http-status', 'HTTP 500'],
    ['HTTP 401', (response) => void response.writeHead(401).end('hunter2'), 'http-status', 'HTTP 401'],
    ['HTTP 204', (response) => void response.writeHead(204).end(), 'http-status', 'HTTP 204'],
    ['HTTP 304 unasked', (response) => void response.writeHead(304).end(), 'http-status', 'HTTP 304'],
    [
      'a page for people',
      (response) =>
        void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>hunter2'),
      'bad-format',
      '(text/html): not valid JSON',
    ],
    ['nothing', (response) => void response.writeHead(200).end(), 'bad-format', 'not valid JSON'],
    [
      'half of it',
      (response) => void response.writeHead(200).end('["hunter2", '),
      'bad-format',
      'not valid JSON',
    ],
    [
      'Latin-1',
      (response) => void response.writeHead(200).end(Buffer.from('["caf\u00e9"]', 'latin1')),
      'bad-encoding',
      'not UTF-8',
    ],
    ['a hang-up', (response) => void response.destroy(), 'unreachable', 'cannot be reached'],
    [
      'a hang-up half way',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('["a", ');
        setImmediate(() => response.destroy());
      },
      'unreachable',
      'cannot be reached',
    ],
  ])('is an error that repeats nothing of it when it is %s', async (_, answer, code, hint) => {
    const { origin } = await serve((_request, response) => answer(response));
    const source = httpSource({ url: `${origin}/private-path?q={value}&key=hunter2`, name: 'people' });
    const error = await failure(ask(source, 'what-was-typed'));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^people/);
    expect(error.message).toContain(hint);
    for (const secret of ['hunter2', 'what-was-typed', 'private-path']) {
      expect(inspect(error, { depth: 10 })).not.toContain(secret);
    }
  });

  it('is an error where nobody listens', async () => {
    const { origin, close } = await serveJson(() => {});
    await close();
    const error = await failure(ask(httpSource({ url: `${origin}/x?key=hunter2` }), ''));
    expect(error.message).toBe(`${new URL(origin).host}: cannot be reached (ECONNREFUSED)`);
  });
});

const flood = (response: ServerResponse, sent: { bytes: number }): void => {
  const chunk = Buffer.alloc(65_536, '"a",');
  const write = (): void => {
    while (!response.destroyed && sent.bytes < 1_000_000_000) {
      sent.bytes += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', write);
        return;
      }
    }
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  write();
};

describe('a large answer', () => {
  it('of a gigabyte is given up at the limit, and the connection with it', async () => {
    const sent = { bytes: 0 };
    const server = await serve((_, response) => flood(response, sent));
    const before = process.memoryUsage().arrayBuffers;
    const error = await failure(ask(httpSource({ url: server.origin, maxBytes: 1_000_000 }), ''));
    expect(error).toMatchObject({ code: 'too-large', message: expect.stringContaining('1000000 bytes') });
    await vi.waitFor(() => expect(server.ended).toBe(1));
    // What the sockets hold comes to it.
    expect(sent.bytes).toBeLessThan(20_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('is refused before it comes where it declares its size', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '5000' }).write('[');
    });
    expect(await failure(ask(httpSource({ url: origin, maxBytes: 4_999 }), ''))).toMatchObject({
      code: 'too-large',
    });
  });

  it('counts as it unfolds, not as it is compressed', async () => {
    const bomb = gzipSync(Buffer.from(JSON.stringify(['a'.repeat(2_000_000)])));
    const server = await serve((_, response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(bomb.length) })
        .end(bomb);
    });
    expect(bomb.length).toBeLessThan(10_000);
    expect(await failure(ask(httpSource({ url: server.origin, maxBytes: 100_000 }), ''))).toMatchObject({
      code: 'too-large',
    });
    expect(await list(server.origin)).toHaveLength(1);
  });
});

describe('headers', () => {
  it('are sent as they are given, or asked for each time', async () => {
    const { origin, requests } = await answering(['x']);
    let count = 0;
    await list(origin, { headers: { Accept: 'application/vnd.x+json', 'X-Team': 'caf\u00e9' } });
    const source = httpSource({
      url: origin,
      headers: async () => ({ authorization: `Bearer ${(count += 1)}` }),
    });
    await ask(source, '');
    await ask(source, '');
    expect(requests.map(({ headers }) => [headers.accept, headers.authorization, headers['x-team']])).toEqual(
      [
        ['application/vnd.x+json', undefined, 'caf\u00e9'],
        ['application/json', 'Bearer 1', undefined],
        ['application/json', 'Bearer 2', undefined],
      ],
    );
  });

  it.each([
    [{ 'X Team': 'hunter2' }, 'not the name'],
    [{ authorization: 'hunter2\r\nX-Evil: 1' }, 'authorization'],
    [{ authorization: 'hunter2 \u2026' }, 'authorization'],
  ])('that cannot be sent are refused without being repeated', async (headers, hint) => {
    const { origin } = await answering([]);
    const errors: unknown[] = [];
    try {
      httpSource({ url: origin, headers });
    } catch (error) {
      errors.push(error);
    }
    errors.push(await failure(ask(httpSource({ url: origin, headers: () => headers }), '')));
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'invalid-option', message: expect.stringContaining(hint) });
      expect(inspect(error, { depth: 10 })).not.toContain('hunter2');
    }
    expect(errors).toHaveLength(2);
  });
});

describe('a redirect', () => {
  it('is followed within the origin, headers included', async () => {
    const { origin, requests } = await serve((request, response) => {
      if (request.url === '/old') response.writeHead(308, { location: '/new?a=1' }).end('moved');
      else sendJson(response, ['a']);
    });
    expect(await list(`${origin}/old`, { headers: { authorization: 'Bearer x' } })).toEqual(['a']);
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/old', 'Bearer x'],
      ['/new?a=1', 'Bearer x'],
    ]);
  });

  it('to another origin is not followed: not even asked', async () => {
    const other = await answering(['stolen']);
    for (const location of [
      `${other.origin}/`,
      other.origin.replace('http:', ''),
      'file:///etc/passwd',
      'http://[',
    ]) {
      const { origin } = await serve((_, response) => void response.writeHead(302, { location }).end());
      const error = await failure(ask(httpSource({ url: origin, headers: { authorization: 'x' } }), ''));
      expect(error.code).toBe('redirected');
      expect(error.message).not.toContain(location);
    }
    expect(other.requests).toEqual([]);
  });

  it('without end is given up', async () => {
    const { origin, requests } = await serve(
      (_, response) => void response.writeHead(302, { location: '/' }).end(),
    );
    expect(await failure(ask(httpSource({ url: origin }), ''))).toMatchObject({ code: 'redirected' });
    expect(requests).toHaveLength(6);
  });
});

describe('what is known already', () => {
  it('is asked about by its ETag, and not sent again', async () => {
    let items = ['a'];
    const server = await serve((request, response) => {
      const etag = `"${items.length}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else sendJson(response, items, { etag });
    });
    const source = httpSource({ url: server.origin });
    const first = await ask(source, '');
    expect(await ask(source, '')).toEqual(first);
    items = ['a', 'b'];
    expect(valuesOf(toAnswer(await ask(source, '')).candidates)).toEqual(['a', 'b']);
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"']);
  });

  it('is asked about by its date where it has no ETag, and by nothing where it must not be kept', async () => {
    const date = 'Mon, 30 Nov 2026 08:00:00 GMT';
    const server = await serve((request, response) => {
      if (request.headers['if-modified-since'] === date) response.writeHead(304).end();
      else sendJson(response, ['a'], { 'last-modified': date });
    });
    const source = httpSource({ url: server.origin });
    for (let round = 0; round < 2; round += 1)
      expect(toAnswer(await ask(source, '')).candidates).toEqual(['a']);
    expect(server.requests[1]?.headers['if-modified-since']).toBe(date);
    server.handler = (_, response) => sendJson(response, ['b'], { etag: '"x"', 'cache-control': 'no-store' });
    for (let round = 0; round < 2; round += 1)
      expect(toAnswer(await ask(source, '')).candidates).toEqual(['b']);
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it('is kept apart for each address', async () => {
    const server = await serve((request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else sendJson(response, [request.url], { etag: '"same"' });
    });
    const source = httpSource({ url: `${server.origin}/{arguments.team}` });
    for (const team of ['a', 'b', 'a', 'b']) {
      expect(toAnswer(await ask(source, '', undefined, { team })).candidates).toEqual([`/${team}`]);
    }
  });

  it.each<[Record<string, string>, number | undefined, number | undefined]>([
    [{}, undefined, undefined],
    [{ 'cache-control': 'public, max-age=30' }, undefined, 30_000],
    [{ 'cache-control': 'Max-Age="60"', age: '20' }, undefined, 40_000],
    [{ 'cache-control': 'max-age=0, must-revalidate' }, undefined, 1_000],
    [{ 'cache-control': 'max-age=31536000' }, undefined, 86_400_000],
    [{ 'cache-control': 'no-cache' }, undefined, 0],
    [{ 'cache-control': 'no-store, max-age=30' }, undefined, 0],
    [{ 'cache-control': 'max-age=soon' }, undefined, undefined],
    [{ 'cache-control': 'no-store' }, 5_000, 5_000],
  ])(
    'is fresh for as long as its headers say, unless told otherwise: %j',
    async (headers, ttlMs, expected) => {
      const { origin } = await answering(['a'], headers);
      const source = httpSource({ url: origin, ...(ttlMs !== undefined && { ttlMs }) });
      expect(toAnswer(await ask(source, '')).ttlMs).toBe(expected);
    },
  );
});

const searched = async (url: string, body: unknown, options: Omit<HttpSourceOptions, 'url'> = {}) => {
  const { origin } = await answering(body);
  return toAnswer(await ask(httpSource({ url: origin + url, ...options }), 'a'));
};

describe('how many there are', () => {
  it('is not known of a search, unless it gives nothing, less than a page, or says so', async () => {
    expect(await searched('/?q={value}', ['a', 'b'])).toMatchObject({ complete: false });
    expect(await searched('/?q={value}', [])).toMatchObject({ complete: true });
    expect(await searched('/?q={value}', ['a', 'b'], { pageSize: 3 })).toMatchObject({ complete: true });
    expect(await searched('/?q={value}', ['a', 'b'], { pageSize: 2 })).toMatchObject({ complete: false });
    const options = { pointer: '/items', total: '/total_count' };
    expect(await searched('/?q={value}', { items: ['a'], total_count: 9 }, options)).toMatchObject({
      complete: false,
      total: 9,
    });
    expect(await searched('/?q={value}', { items: ['a'], total_count: 1 }, options)).toMatchObject({
      complete: true,
    });
    expect(
      (await searched('/?q={value}', { items: ['a'], total_count: '9' }, options)).total,
    ).toBeUndefined();
    expect(
      (await searched('/?q={value}', { items: ['a', 'b'], total_count: 1 }, options)).total,
    ).toBeUndefined();
  });

  it('is told to the person only where it is true', async () => {
    const { origin } = await answering({ items: ['ab', 'ac'], count: 40 });
    const source = httpSource({ url: `${origin}/?q={value}`, pointer: '/items', total: '/count' });
    const { values, total, hasMore } = await testCompleter(completer(source)).complete('a');
    expect({ values, total, hasMore }).toEqual({ values: ['ab', 'ac'], total: 40, hasMore: true });
  });
});

const paged = (pages: number): Promise<JsonServer> =>
  serve((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    const next = page < pages ? { link: `</?page=1>; rel="first", </?page=${page + 1}>; rel="next"` } : {};
    sendJson(response, [`a${page}`, `b${page}`], next);
  });

describe('pages', () => {
  it('of a list are read one after another', async () => {
    const { origin } = await paged(3);
    const answer = toAnswer(await ask(httpSource({ url: origin }), ''));
    expect(answer).toMatchObject({ complete: true, candidates: ['a1', 'b1', 'a2', 'b2', 'a3', 'b3'] });
  });

  it('are read as far as the bounds, and then there is more', async () => {
    const { origin, requests } = await paged(1_000_000);
    const answer = toAnswer(await ask(httpSource({ url: origin }), ''));
    expect(answer).toMatchObject({ complete: false, candidates: { length: 20 } });
    expect(requests).toHaveLength(10);
    const few = toAnswer(await ask(httpSource({ url: origin, maxCandidates: 3 }), ''));
    expect(few).toMatchObject({ complete: false, candidates: ['a1', 'b1', 'a2'] });
    expect(requests).toHaveLength(12);
  });

  it('of a search are not read, and those of another origin never', async () => {
    const { origin, requests } = await paged(3);
    expect(toAnswer(await ask(httpSource({ url: `${origin}/?q={value}` }), ''))).toMatchObject({
      complete: false,
      candidates: ['a1', 'b1'],
    });
    expect(requests).toHaveLength(1);
    const elsewhere = await answering(['a'], { link: `<${origin}/?page=2>; rel=next` });
    expect(toAnswer(await ask(httpSource({ url: elsewhere.origin }), ''))).toMatchObject({ complete: false });
    expect(requests).toHaveLength(1);
  });
});

describe('a request', () => {
  it('ends when its caller goes, also half way through the answer', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('["a",');
    });
    const caller = new AbortController();
    const outcome = ask(httpSource({ url: server.origin }), '', caller.signal).catch(
      (error: unknown) => error,
    );
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const reason = new Error('gone');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
    await vi.waitFor(() => expect(server.ended).toBe(1));
    await expect(ask(httpSource({ url: server.origin }), '', caller.signal)).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('that gets no answer does not keep another source waiting', async () => {
    const slow = await serve(() => {});
    const quick = await answering(['a']);
    const caller = new AbortController();
    const hanging = ask(httpSource({ url: slow.origin }), '', caller.signal).catch(() => 'given up');
    expect(await list(quick.origin)).toEqual(['a']);
    caller.abort();
    expect(await hanging).toBe('given up');
  });
});
