import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig, type GatewayConfig } from '../../src/config/index.js';

const file = '/etc/desk/typeahead.yaml';

function parse(text: string, env: Record<string, string> = {}): GatewayConfig {
  return parseConfig(text, { file, env });
}

function refusal(text: string, env: Record<string, string> = {}): ConfigError {
  try {
    parse(text, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

/** `line:column code message` of every problem. */
function problems(text: string, env: Record<string, string> = {}): string[] {
  return refusal(text, env).problems.map(
    ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
  );
}

function valuesOf(text: string): unknown {
  const slot = parse(text).completions.prompts.get('p')?.get('a');
  return slot?.kind === 'values' ? slot.values : slot;
}

describe('a configuration', () => {
  it('has the shape of the documentation', () => {
    const config = parse(`
completions:
  prompts:
    incident_report:
      severity: { values: [{ value: P0, title: Critical, aliases: [紧急, urgent] }, P1, P2, P3], strict: true }
      service: { file: services.csv, column: name }
  resources:
    "repo://{owner}/{repo}/readme":
      owner: { values: [octo] }
`);
    expect(config.file).toBe(file);
    const prompt = config.completions.prompts.get('incident_report');
    expect(prompt?.get('severity')).toEqual({
      kind: 'values',
      values: [{ value: 'P0', title: 'Critical', aliases: ['紧急', 'urgent'] }, 'P1', 'P2', 'P3'],
      options: { strict: true },
      position: { line: 5, column: 17 },
    });
    expect(prompt?.get('service')).toEqual({
      kind: 'file',
      source: { path: '/etc/desk/services.csv', name: 'services.csv', column: 'name' },
      options: {},
      position: { line: 6, column: 16 },
    });
    const template = config.completions.resources.get('repo://{owner}/{repo}/readme');
    expect(template?.get('owner')).toMatchObject({ values: ['octo'] });
  });

  it('does its job in three lines', () => {
    const config = parse(
      'completions:\n  prompts:\n    args-prompt: { city: [Paris, London], state: [TX] }\n',
    );
    expect(config.completions.prompts.get('args-prompt')?.get('city')).toMatchObject({
      values: ['Paris', 'London'],
    });
  });

  it('may be JSON', () => {
    const text = JSON.stringify({ $schema: './x.json', completions: { prompts: { p: { a: ['x'] } } } });
    expect(valuesOf(text)).toEqual(['x']);
  });

  it('spells numbers and booleans as its author did', () => {
    const text =
      'completions: { prompts: { p: { a: [007, 1.10, 0x1F, 1e3, true, yes, NO, 2026-11-30, "5", 1_000] } } }';
    expect(valuesOf(text)).toEqual([
      '007',
      '1.10',
      '0x1F',
      '1e3',
      'true',
      'yes',
      'NO',
      '2026-11-30',
      '5',
      '1_000',
    ]);
  });

  it('takes every option of a list and of a file', () => {
    const config = parse(`
completions:
  prompts:
    p:
      a: { values: [], strict: true, sensitive: { minLength: 2, maxValues: 5, windowMs: 1000 }, separator: ",", merge: true, needs: [b] }
      b: { file: ../b.data, format: csv, column: 1, title: t, description: d, aliases: x, weight: w, group: g, delimiter: "\\t", sensitive: true }
      c: { file: /abs/c.json, pointer: /data/names }
`);
    const slots = config.completions.prompts.get('p')!;
    expect(slots.get('a')).toMatchObject({
      values: [],
      options: {
        strict: true,
        sensitive: { minLength: 2, maxValues: 5, windowMs: 1_000 },
        separator: ',',
        merge: true,
        needs: ['b'],
      },
    });
    expect(slots.get('b')).toMatchObject({
      source: {
        path: '/etc/b.data',
        name: '../b.data',
        format: 'csv',
        column: '1',
        title: 't',
        description: 'd',
        aliases: 'x',
        weight: 'w',
        group: 'g',
        delimiter: '\t',
      },
      options: { sensitive: true },
    });
    expect(slots.get('c')).toMatchObject({ source: { path: '/abs/c.json', pointer: '/data/names' } });
  });

  it('takes any name as a name', () => {
    const text =
      'completions: { prompts: { __proto__: { constructor: [a] }, toString: { __proto__: [b] }, 404: { true: [c] }, "": { "": [d] } } }';
    const { prompts } = parse(text).completions;
    expect([...prompts.keys()]).toEqual(['__proto__', 'toString', '404', '']);
    expect(prompts.get('__proto__')?.get('constructor')).toMatchObject({ values: ['a'] });
    expect(prompts.get('toString')?.get('__proto__')).toMatchObject({ values: ['b'] });
    expect(prompts.get('404')?.get('true')).toMatchObject({ values: ['c'] });
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('reads upstreams with their paths from the folder of the file', () => {
    const { upstream, http } = parse(`
upstream: { command: ./bin/server, args: [--port, 80, -v, true], env: { A: 1, __proto__: x }, cwd: work, maxMessageBytes: 67108864 }
http: { listen: "0.0.0.0:8808", allowedHosts: [desk.example, "desk.example:8808", "*"], allowedOrigins: [https://a.example], maxBodyBytes: 2048, maxSessions: 5, sessionIdleMs: 1000 }
`);
    expect(upstream).toMatchObject({
      command: '/etc/desk/bin/server',
      args: ['--port', '80', '-v', 'true'],
      cwd: '/etc/desk/work',
      maxMessageBytes: 67_108_864,
    });
    expect(Object.entries((upstream as { env: object }).env)).toEqual([
      ['A', '1'],
      ['__proto__', 'x'],
    ]);
    expect(http).toEqual({
      listen: { host: '0.0.0.0', port: 8_808 },
      allowedHosts: ['desk.example', 'desk.example:8808', '*'],
      allowedOrigins: ['https://a.example'],
      maxBodyBytes: 2_048,
      maxSessions: 5,
      sessionIdleMs: 1_000,
    });
  });

  it('gives a rate a burst that is a number, however large the rate', () => {
    const { rates } = parse('limits: { global: { perSecond: 1e308 } }').limits;
    expect(rates.global).toEqual({ perSecond: 1e308, burst: Number.MAX_SAFE_INTEGER });
  });

  it('refuses to show a token that was made for the gateway to an upstream', () => {
    const jwt = '{ jwt: { resource: "https://a/mcp", issuer: b, jwks: "https://b/keys" } }';
    const url = '{ url: "https://u", forwardHeaders: [Authorization] }';
    for (const upstream of [`upstream: ${url}`, `upstreams: { u: ${url} }`]) {
      expect(() => parse(`${upstream}\nauth: ${jwt}`)).toThrow(/2:1: with "jwt", a client's token/);
      expect(() => parse(upstream)).not.toThrow();
    }
  });

  it('reads limits: rates with a burst of twice the rate where none is named, and sizes', () => {
    const { limits } = parse(
      'limits: { perPrincipal: { perSecond: 20 }, global: false, perArgument: { perSecond: 0.1, burst: 3 }, maxValueLength: 9 }',
    );
    expect(limits).toEqual({
      rates: {
        perPrincipal: { perSecond: 20, burst: 40 },
        global: false,
        perArgument: { perSecond: 0.1, burst: 3 },
      },
      sizes: { maxValueLength: 9 },
    });
    expect(parse('completions: {}').limits).toEqual({ rates: {}, sizes: {} });
  });

  it('reads several upstreams, each with its completions', () => {
    const { upstreams } = parse(
      `
upstreams:
  desk: { command: npx, args: [-y, desk], completions: { prompts: { p: { a: [x] } } } }
  wiki: { url: https://wiki.example/mcp, headers: { Authorization: "Bearer \${TOKEN}" }, forwardHeaders: [x-tenant] }
`.replaceAll('\\$', '$'),
      { TOKEN: 't0p' },
    );
    expect([...upstreams.keys()]).toEqual(['desk', 'wiki']);
    expect(upstreams.get('desk')).toMatchObject({
      command: 'npx',
      args: ['-y', 'desk'],
      env: {},
      cwd: '/etc/desk',
    });
    expect(upstreams.get('desk')?.completions.prompts.get('p')?.get('a')).toMatchObject({ values: ['x'] });
    expect(upstreams.get('wiki')).toMatchObject({
      url: 'https://wiki.example/mcp',
      headers: { Authorization: 'Bearer t0p' },
      forwardHeaders: ['x-tenant'],
    });
  });

  it('may use anchors and aliases', () => {
    const text = 'completions: { prompts: { p: { a: &list [x, y], b: *list } } }';
    expect(parse(text).completions.prompts.get('p')?.get('b')).toMatchObject({ values: ['x', 'y'] });
  });

  it('may begin with a byte order mark and have CRLF line ends', () => {
    expect(valuesOf('\uFEFFcompletions:\r\n  prompts:\r\n    p: { a: [x] }\r\n')).toEqual(['x']);
  });
});

function slot(value: string): string {
  return `completions: { prompts: { p: { a: [${value}] } } }`;
}

function many(item: string): string {
  return `[${Array.from({ length: 2_000 }, () => item).join(', ')}]`;
}

function valueWith(value: string, env: Record<string, string>): unknown {
  const found = parse(slot(value), env).completions.prompts.get('p')?.get('a');
  return found?.kind === 'values' ? found.values[0] : undefined;
}

describe('the environment', () => {
  it.each([
    ['"${A}"', 'one'],
    ['"x-${A}-${B}-y"', 'x-one-two-y'],
    ['"${NONE:-fallback}"', 'fallback'],
    ['"${EMPTY:-fallback}"', 'fallback'],
    ['"${NONE:-}x"', 'x'],
    ['"${A:-fallback}"', 'one'],
    ['"$${A}"', '${A}'],
    ['"$A $ 5$"', '$A $ 5$'],
    ['"${NESTED}"', '${A}'],
  ])('turns %s into %s', (value, expected) => {
    expect(valueWith(value, { A: 'one', B: 'two', EMPTY: '', NESTED: '${A}' })).toBe(expected);
  });

  it('names a variable that is not set, where it stands, and no other value', () => {
    const error = refusal('upstream:\n  url: "https://x.example/${SECRET}/${MISSING}"\n', {
      SECRET: 'hunter2',
    });
    expect(error).toMatchObject({ code: 'missing-env', line: 2, column: 37 });
    expect(error.message).toContain('MISSING is not set');
    expect(error.message).not.toContain('hunter2');
  });

  it('has own variables only', () => {
    expect(refusal(slot('"${constructor}"')).code).toBe('missing-env');
  });

  it.each(['"${}"', '"${A B}"', '"${A"', '"${A-x}"'])('refuses %s', (value) => {
    expect(refusal(slot(value), { A: 'one' }).code).toBe('bad-value');
  });
});

describe('a faulty configuration', () => {
  it('is refused with file, line, column, what was expected and what was found', () => {
    const error = refusal('completions:\n  prompts:\n    p:\n      a: { values: secret }\n');
    expect(error).toMatchObject({ name: 'ConfigError', code: 'wrong-type', file, line: 4, column: 20 });
    expect(error.message).toBe(`${file}:4:20: expected a list of values, found a string`);
  });

  it('is refused with all its faults, in their order', () => {
    const text = `completion: {}
completions:
  prompts:
    p:
      a: { value: [x], strict: yes }
      b: { values: [{ title: T }, null, "", [x]], file: x.txt }
  resources:
    "repo://{owner": { owner: [x] }
    "repo://{owner}": { ownr: [x], zzz: [y] }
`;
    expect(problems(text)).toEqual([
      '1:1 unknown-key unknown key "completion"; did you mean "completions"?',
      '5:10 missing-key expected "values", "file", "directory", "http" or "mcp"',
      '5:12 unknown-key unknown key "value"; did you mean "values"?',
      '5:32 wrong-type expected true or false, found a string',
      '6:51 bad-value expected either "values" or "file", found both',
      expect.stringMatching(/^8:13 invalid-template /),
      '9:25 unknown-key the template has no variable "ownr"; did you mean "owner"?',
      '9:36 unknown-key the template has no variable "zzz"; it has: owner',
    ]);
  });

  it('lists at most 20 faults', () => {
    const text = Array.from({ length: 50 }, (_, index) => `bad${index}: 1\n`).join('');
    expect(refusal(text).problems).toHaveLength(20);
  });

  it.each([
    ['', '1:1 wrong-type', 'found nothing'],
    ['# nothing\n', 'wrong-type', 'found nothing'],
    ['- a', '1:1 wrong-type', 'found a list'],
    ['completions:', '1:13 wrong-type', 'found nothing'],
    ['completions: 5', '1:14 wrong-type', 'found a number'],
    ['completions: { prompts: { p: } }', 'wrong-type', 'a mapping of argument names, found nothing'],
    ['completions: { prompts: { p: { a: x } } }', '1:35 wrong-type', 'found a string'],
    ['completions: { prompts: { p: { a: { values: [null] } } } }', '1:46 wrong-type', 'found nothing'],
    ['completions: { prompts: { p: { a: { values: [""] } } } }', '1:46 wrong-type', 'found an empty string'],
    ['completions: { prompts: { p: { a: { values: [[b]] } } } }', '1:46 wrong-type', 'found a list'],
    [
      'completions: { prompts: { p: { a: [{ value: b, weight: heavy }] } } }',
      'wrong-type',
      'a number, found a string',
    ],
    ['completions: { prompts: { p: { a: [{ value: b, weight: .inf }] } } }', 'bad-value', 'a number'],
    ...['.inf', '-.inf', '.nan'].flatMap((number): [string, string, string][] => [
      [`limits: { perPrincipal: { perSecond: ${number} } }`, '1:38 bad-value', 'a number over 0'],
      [`limits: { global: { perSecond: 5, burst: ${number} } }`, '1:42 bad-value', 'a whole number'],
    ]),
    ['prompts: { p: { a: [b] } }', '1:1 unknown-key', '"prompts"; it belongs under "completions"'],
    ['resources: {}', '1:1 unknown-key', '"resources"; it belongs under "completions"'],
    [
      'upstreams: { desk: { command: desk, prompts: {} } }',
      '1:37 unknown-key',
      'it belongs under "completions"',
    ],
    ['completions: { prompts: { p: { a: [{ value: b, aliases: c }] } } }', 'wrong-type', 'a list of aliases'],
    [
      'completions: { prompts: { p: { a: { values: [b], column: c } } } }',
      '1:50 bad-value',
      '"column" goes with "file"',
    ],
    ['completions: { prompts: { p: { a: { file: "" } } } }', '1:43 wrong-type', 'found an empty string'],
    [
      'completions: { prompts: { p: { a: { file: b.txt, format: xml } } } }',
      'bad-value',
      'text, json, ndjson, csv',
    ],
    [
      'completions: { prompts: { p: { a: { file: b.csv, delimiter: "||" } } } }',
      'bad-value',
      'one character',
    ],
    ['completions: { prompts: { p: { a: { file: b.json, pointer: data } } } }', 'bad-value', 'JSON pointer'],
    ['completions: { prompts: { p: { a: { values: [b], separator: "" } } } }', 'wrong-type', 'separator'],
    [
      'completions: { prompts: { p: { a: { values: [b], sensitive: { minLength: 0 } } } } }',
      'bad-value',
      'at least 1',
    ],
    [
      'completions: { prompts: { p: { a: { values: [b], sensitive: { min: 1 } } } } }',
      'unknown-key',
      'minLength',
    ],
    [
      'completions: { resources: { "x://{a}": { a: [b] }, "X://{a}": { a: [b] } } }',
      '1:52 duplicate-key',
      'spelling',
    ],
    ['completions: { resources: { "x://a": { a: [b] } } }', '1:40 unknown-key', 'it has none'],
    ['http: {}\n"http": {}', '2:1 duplicate-key', '"http"'],
    ['completions: { prompts: { 1: {}, "1": {} } }', '1:34 duplicate-key', '"1"'],
    ['? [a]\n: 1', '1:3 wrong-type', 'a name as key, found a list'],
    ['completions:\n\tprompts: {}', '2:1 syntax', 'found a tab'],
    ['http: {}\n---\nhttp: {}', '2:1 syntax', 'one document'],
    ['http: { listen: [1 }', 'syntax', 'not valid YAML'],
    ['http: !custom {}', '1:7 syntax', 'not valid YAML'],
    [' http: {}\n"hunter2"', 'syntax', 'not valid YAML'],
    ['upstream: { command: "${A:-a} ${B:-b} ${C}" }', '1:39 missing-env', 'C'],
    ['upstream: { command: "${A:-a} ${}" }', '1:31 bad-value', '${NAME}'],
    ['http: *nowhere', '1:7 wrong-type', 'an alias to no earlier anchor'],
    ['completions: &a { prompts: *a }', 'unknown-key', '"prompts"'],
    ['upstream: {}', '1:11 missing-key', '"command" or "url"'],
    ['upstream: { command: a, url: http://x }', '1:25 bad-value', 'found both'],
    ['upstream: { command: a, headers: {} }', '1:25 bad-value', '"headers" goes with "url"'],
    ['upstream: { url: http://x, args: [] }', '1:28 bad-value', '"args" goes with "command"'],
    ['upstream: { url: ftp://x }', '1:18 bad-value', 'http or https'],
    ['upstream: { url: "http://me:hunter2@x" }', '1:18 bad-value', 'without user and password'],
    ['upstream: { url: http://x, headers: { "a b": c } }', '1:39 bad-value', 'HTTP header'],
    ['upstream: { url: http://x, headers: { a: "c\\r\\nd: e" } }', '1:42 bad-value', 'control characters'],
    ['upstream: { command: a, env: { "A=B": c } }', 'bad-value', 'environment variable'],
    ['upstream: { command: a }\nupstreams: { b: { command: c } }', '1:1 bad-value', 'inside each'],
    ['upstreams: {}', '1:12 missing-key', 'at least one'],
    ['upstreams: { "a/b": { command: c } }', '1:14 bad-value', 'URL'],
    ['http: { listen: "::1:80" }', '1:17 bad-value', 'HOST:PORT'],
    ['http: { listen: 70000 }', '1:17 bad-value', 'HOST:PORT'],
    ['http: { allowedHosts: ["https://a"] }', 'bad-value', 'host name'],
    ['http: { allowedOrigins: ["a.example"] }', 'bad-value', 'origin'],
    ['http: { maxBodyBytes: 1 }', 'bad-value', 'at least 1024'],
  ])('%j is refused at %s', (text, where, hint) => {
    const [first] = problems(text);
    expect(first).toContain(where);
    expect(first).toContain(hint);
    expect(first).not.toContain('hunter2');
  });

  it('cannot unfold into more than it may hold', () => {
    const text = `completions:
  prompts:
    p: { a: [&c { value: v, aliases: ${many('x')} }], b: ${many('*c')} }
`;
    const error = refusal(text);
    expect(error.code).toBe('too-large');
    expect(error.problems).toHaveLength(1);
  });

  it.each([
    ['[', '['.repeat(200_000)],
    ['{a: ', `${'{a: '.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['- ', `${'- '.repeat(100_000)}a`],
    ['? ', `${'? '.repeat(100_000)}a`],
    ['lines', Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:\n`).join('')],
  ])('is not followed into any depth: %s', (_, text) => {
    expect(refusal(text)).toMatchObject({
      code: 'syntax',
      message: expect.stringContaining('at most 100 levels'),
    });
  });

  it('is bounded in size', () => {
    expect(refusal(`#${'x'.repeat(4 * 1_024 * 1_024)}`)).toMatchObject({ code: 'too-large', line: 1 });
  });
});
