import { createCompletions, lookup } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostKinds } from '../support/hosts.js';
import { errorOf, promptParams, resourceParams, valuesOf } from '../support/raw-client.js';

const echo = (name: string) => (value: string, context?: { arguments?: Record<string, string> }) => [
  `arg=${name}`,
  `val=${value}`,
  `project=${context?.arguments?.['project'] ?? '-'}`,
];

describe.each(hostKinds)('$title', ({ create, connect }) => {
  it('BUG-013 an invented ref type is -32602 with the two valid ones, and the session goes on', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    for (const type of ['ref/completion', 'ref/tool', 'prompt', '']) {
      const params = { ref: { type, name: 'chat' }, argument: { name: 'prompt', value: 'Hello' } };
      const error = errorOf(await client.complete(params));
      expect(error.code).toBe(-32602);
      expect(error.message).toContain('"ref/prompt" or "ref/resource"');
    }
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['x']);
  });

  it('BUG-014 a template is found by its string alone, whatever else the ref says', async () => {
    const host = create();
    createCompletions({ resources: { 'location://{id}': { id: ['1', '10', '2'] } } }).attach(host.server);
    host.template('loc', 'location://{id}');
    const client = await connect(host);
    const params = resourceParams('location://{id}', 'id', '1', {});
    expect(valuesOf(await client.complete(params))).toEqual(['1', '10']);
    const named = { type: 'ref/resource', uri: 'location://{id}', name: 'another', title: 'Location' };
    expect(valuesOf(await client.complete({ ...params, ref: named }))).toEqual(['1', '10']);
  });

  it('BUG-016 a ref to a plain resource is an empty list, and the session goes on', async () => {
    const host = create();
    createCompletions({ resources: { 'db://{t}': { t: ['users'] } } }).attach(host.server);
    host.resource('config', 'config://app');
    host.template('tables', 'db://{t}');
    const client = await connect(host);
    for (const name of ['anything', 't', 'constructor']) {
      expect(valuesOf(await client.complete(resourceParams('config://app', name)))).toEqual([]);
    }
    expect(valuesOf(await client.complete(resourceParams('db://{t}', 't')))).toEqual(['users']);
  });

  it('BUG-018 every template is reached by its own ref', async () => {
    const entity = 'my://schemas/entity/{typeName}';
    const query = 'my://entities/get/{type}{?where,maxResults}';
    const host = create();
    createCompletions({
      resources: { [entity]: { typeName: ['Order'] }, [query]: { type: ['Customer'], where: ['id=1'] } },
    }).attach(host.server);
    host.template('entity', entity);
    host.template('query', query);
    const client = await connect(host);
    expect(valuesOf(await client.complete(resourceParams(query, 'type')))).toEqual(['Customer']);
    expect(valuesOf(await client.complete(resourceParams(query, 'where')))).toEqual(['id=1']);
    expect(valuesOf(await client.complete(resourceParams(query, 'typeName')))).toEqual([]);
    expect(valuesOf(await client.complete(resourceParams(entity, 'typeName')))).toEqual(['Order']);
  });

  it('BUG-019 prompts with an argument of one name keep their own values', async () => {
    const host = create();
    createCompletions({
      prompts: { write_poem: { theme: ['love', 'sea'] }, slides: { theme: ['dark', 'light'] } },
    }).attach(host.server);
    host.prompt('write_poem', { theme: z.string() });
    host.prompt('slides', { theme: z.string() });
    host.prompt('haiku', { theme: z.string() });
    const client = await connect(host);
    expect(valuesOf(await client.complete(promptParams('slides', 'theme')))).toEqual(['dark', 'light']);
    expect(valuesOf(await client.complete(promptParams('haiku', 'theme')))).toEqual([]);
    expect(errorOf(await client.complete(promptParams('sonnet', 'theme'))).code).toBe(-32602);
  });

  it('BUG-020 each variable gets its own text, and the others as context', async () => {
    const uri = 'file://workspace/{project}/{path}';
    const host = create();
    createCompletions({
      resources: {
        'ours://{project}/{path}': {
          path: lookup(
            ({ value, arguments: { project = '-' } }) => ['arg=path', `val=${value}`, `project=${project}`],
            {
              uses: ['project'],
              ranked: true,
            },
          ),
        },
      },
    }).attach(host.server);
    host.template('sdk', uri, { project: echo('project'), path: echo('path') });
    host.template('ours', 'ours://{project}/{path}');
    const client = await connect(host);
    for (const template of [uri, 'ours://{project}/{path}']) {
      const params = resourceParams(template, 'path', 'src/', { project: 'alpha' });
      expect(valuesOf(await client.complete(params))).toEqual(['arg=path', 'val=src/', 'project=alpha']);
    }
  });

  it('BUG-021 the second variable depends on the first, and is empty without it', async () => {
    const uri = 'repo://{owner}/{repo}';
    const repos: Record<string, string[]> = { mcp: ['spec', 'sdk'], acme: ['web'] };
    const host = create();
    createCompletions({
      resources: {
        [uri]: { repo: lookup(({ arguments: { owner = '' } }) => repos[owner] ?? [], { needs: ['owner'] }) },
      },
    }).attach(host.server);
    host.template('repo', uri);
    const client = await connect(host);
    expect(valuesOf(await client.complete(resourceParams(uri, 'repo', 's', { owner: 'mcp' })))).toEqual([
      'sdk',
      'spec',
    ]);
    expect(valuesOf(await client.complete(resourceParams(uri, 'repo', '', { owner: 'acme' })))).toEqual([
      'web',
    ]);
    expect(valuesOf(await client.complete(resourceParams(uri, 'repo')))).toEqual([]);
    expect(valuesOf(await client.complete(resourceParams(uri, 'repo', '', { team: 'acme' })))).toEqual([]);
  });

  it('BUG-022 the context reaches the completer, and an answer is not used for another context', async () => {
    const uri = 'kubernetes://{resourceType}/{namespace}';
    const host = create();
    createCompletions({
      resources: {
        [uri]: {
          namespace: lookup(
            ({ arguments: { resourceType } }) => (resourceType === 'nodes' ? [] : ['default', 'kube-system']),
            { needs: ['resourceType'] },
          ),
        },
      },
    }).attach(host.server);
    host.template('k8s', uri);
    const client = await connect(host);
    const ask = (resourceType: string) =>
      client.complete(resourceParams(uri, 'namespace', '', { resourceType }));
    expect(valuesOf(await ask('nodes'))).toEqual([]);
    expect(valuesOf(await ask('pods'))).toEqual(['default', 'kube-system']);
    expect(valuesOf(await ask('nodes'))).toEqual([]);
  });

  it('BUG-023 a completer sees an object for context whatever the client sent', async () => {
    const uri = 'repo://{owner}/{repo}';
    const seen: unknown[] = [];
    const host = create();
    createCompletions({
      resources: {
        'ours://{owner}/{repo}': {
          repo: lookup(
            (request) => {
              seen.push({ ...request.arguments });
              return [`${request.arguments['owner'] ?? 'any'}-x`];
            },
            { uses: ['owner'], cache: false },
          ),
        },
      },
    }).attach(host.server);
    host.template('repo', uri, {
      repo: (_value, context) => {
        seen.push(context?.arguments);
        return [`${context?.arguments?.['owner'] ?? 'any'}-x`];
      },
    });
    host.template('ours', 'ours://{owner}/{repo}');
    const client = await connect(host);
    for (const template of [uri, 'ours://{owner}/{repo}']) {
      for (const extra of [{}, { context: {} }, { context: { arguments: null } }, { context: null }]) {
        const response = await client.complete({ ...resourceParams(template, 'repo', 'x'), ...extra });
        expect(valuesOf(response)).toEqual(['any-x']);
      }
    }
    expect(seen).toEqual(Array.from({ length: 8 }, () => ({})));
  });

  it('BUG-033 a prompt without arguments answers an empty list for any', async () => {
    const host = create();
    createCompletions({ prompts: { other: { a: ['x'] } } }).attach(host.server);
    host.prompt('summarize');
    host.prompt('other', { a: z.string() });
    const client = await connect(host);
    expect(valuesOf(await client.complete(promptParams('summarize', 'query', 'sum')))).toEqual([]);
  });

  it('BUG-040 a URI with some of the query is answered as its template', async () => {
    const host = create();
    createCompletions({
      resources: { 'dom://{pageId}{?selector,includeText}': { selector: ['body', 'main'] } },
    }).attach(host.server);
    host.template('dom', 'dom://{pageId}{?selector,includeText}');
    const client = await connect(host);
    for (const uri of [
      'dom://x',
      'dom://x?selector=body',
      'dom://x?includeText=true&selector=a%20b',
      'dom://x?other=1',
    ]) {
      expect([uri, valuesOf(await client.complete(resourceParams(uri, 'selector', 'b')))]).toEqual([
        uri,
        ['body'],
      ]);
    }
  });

  it('BUG-044 a template with a letter that URIs escape is found by both spellings, and read', async () => {
    const host = create();
    createCompletions({ resources: { 'file:///docs/café/{name}': { name: ['a.txt'] } } }).attach(host.server);
    host.template('docs', 'file:///docs/café/{name}');
    const client = await connect(host);
    for (const uri of [
      'file:///docs/café/{name}',
      'file:///docs/caf%C3%A9/{name}',
      'file:///docs/caf%c3%a9/{name}',
    ]) {
      expect([uri, valuesOf(await client.complete(resourceParams(uri, 'name')))]).toEqual([uri, ['a.txt']]);
    }
    expect(valuesOf(await client.complete(resourceParams('file:///docs/caf%C3%A9/a.txt', 'name')))).toEqual([
      'a.txt',
    ]);
    const read = await client.request('resources/read', { uri: 'file:///docs/caf%C3%A9/a.txt' });
    expect(read).toMatchObject({ result: { contents: [{ text: 'read' }] } });
  });

  // The processor can be slow for a moment; what is slow each time is ours.
  it('BUG-045 a ref made to keep a parser busy is refused at once', { retry: 2 }, async () => {
    const host = create();
    createCompletions({ resources: { '/users{/id*}': { id: ['u'] }, 'x{?tags*}': { tags: ['a'] } } }).attach(
      host.server,
    );
    host.template('users', '/users{/id*}');
    host.template('tags', 'x{?tags*}');
    const client = await connect(host);
    for (const uri of ['{'.repeat(200_000), `x{?${'a,'.repeat(100_000)}b}`]) {
      expect(errorOf(await client.complete(resourceParams(uri, 'id'))).code).toBe(-32602);
    }
    // Within the limit on length, the worst that a pattern can be given.
    for (const uri of [`/users/${'u,'.repeat(4_000)}X/`, '{'.repeat(8_192), `x{?${'a,'.repeat(4_000)}b}`]) {
      const before = process.cpuUsage();
      await client.complete(resourceParams(uri, 'id'));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(250);
    }
  });

  it(
    'BUG-045 neighbour: a long URI is compared with hundreds of templates without a pause',
    { retry: 2 },
    async () => {
      const uris = Array.from({ length: 300 }, (_, at) => `https://api.test/v1/{a}/r${at}/{b}{?q*}`);
      const host = create();
      createCompletions({ resources: { 'https://api.test/v1/{a}/r299/{b}{?q*}': { a: ['x'] } } }).attach(
        host.server,
      );
      for (const [at, uri] of uris.entries()) host.template(`t${at}`, uri);
      const client = await connect(host);
      const start = 'https://api.test/v1/';
      const tails = [
        'é'.repeat(8_000),
        'a'.repeat(8_000),
        '/r'.repeat(4_000),
        '%FF'.repeat(2_500),
        '{a}'.repeat(2_600),
      ];
      for (const tail of tails) {
        const before = process.cpuUsage();
        expect(errorOf(await client.complete(resourceParams(start + tail, 'a'))).code).toBe(-32602);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000).toBeLessThan(250);
      }
      expect(
        valuesOf(await client.complete(resourceParams(`${start}${'é'.repeat(900)}/r299/b`, 'a'))),
      ).toEqual(['x']);
    },
  );

  it('BUG-047 templates on different hosts keep apart, and a host nobody has is unknown', async () => {
    const host = create();
    const resources = {
      'https://one.test/docs/{n}': { n: ['alice'] },
      'https://two.test/docs/{n}': { n: ['bob'] },
      'HTTPS://three.test/docs/{n}': { n: ['carol'] },
    };
    createCompletions({ resources }).attach(host.server);
    for (const uri of Object.keys(resources)) host.template(uri, uri);
    const client = await connect(host);
    expect(valuesOf(await client.complete(resourceParams('https://two.test/docs/{n}', 'n')))).toEqual([
      'bob',
    ]);
    expect(valuesOf(await client.complete(resourceParams('https://three.test/docs/{n}', 'n')))).toEqual([
      'carol',
    ]);
    expect(valuesOf(await client.complete(resourceParams('HTTPS://three.test/docs/{n}', 'n')))).toEqual([
      'carol',
    ]);
    expect(errorOf(await client.complete(resourceParams('https://nowhere.test/docs/{n}', 'n'))).code).toBe(
      -32602,
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a prompt, template, argument or variable called %s exists only if somebody declared it',
    async (name) => {
      const host = create();
      createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
      host.prompt('p', { a: z.string() });
      host.template('t', 'db://{t}', { t: () => ['users'] });
      const client = await connect(host);
      expect(errorOf(await client.complete(promptParams(name, 'a'))).code).toBe(-32602);
      expect(errorOf(await client.complete(resourceParams(name, 'a'))).code).toBe(-32602);
      expect(valuesOf(await client.complete(promptParams('p', name)))).toEqual([]);
      expect(valuesOf(await client.complete(resourceParams('db://{t}', name)))).toEqual([]);
    },
  );

  it('a disabled prompt or template is unknown', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } }, resources: { 'db://{t}': { t: ['users'] } } }).attach(
      host.server,
    );
    host.prompt('p', { a: z.string() });
    host.template('t', 'db://{t}');
    const registries = host.server as unknown as Record<string, Record<string, { enabled: boolean }>>;
    for (const registry of ['_registeredPrompts', '_registeredResourceTemplates']) {
      for (const entry of Object.values(registries[registry] ?? {})) entry.enabled = false;
    }
    const client = await connect(host);
    expect(errorOf(await client.complete(promptParams('p', 'a'))).code).toBe(-32602);
    expect(errorOf(await client.complete(resourceParams('db://{t}', 't'))).code).toBe(-32602);
    expect(errorOf(await client.complete(resourceParams('db://users', 't'))).code).toBe(-32602);
  });
});
