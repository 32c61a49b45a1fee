import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseConfig } from '../../src/config/index.js';

const path = new URL('../../schema/typeahead.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const validate = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true }).compile(schema);

function loaderAccepts(text: string): boolean {
  try {
    parseConfig(text, { file: '/x/typeahead.yaml' });
    return true;
  } catch {
    return false;
  }
}

function schemaAccepts(text: string): boolean {
  return validate(parseYaml(text, { uniqueKeys: false, logLevel: 'silent' }));
}

const slot = (spec: string): string => `completions: { prompts: { p: { a: ${spec} } } }`;

const accepted = [
  '{}',
  '$schema: ./typeahead.schema.json',
  'completions: {}',
  'completions: { prompts: {}, resources: {} }',
  'completions: { resources: { "x://{a}/{b}": { a: [c] } } }',
  slot('[]'),
  slot('[x, 1, true, 1.10]'),
  slot('[{ value: x, title: t, description: d, aliases: [y, 2], weight: -1.5, group: g }]'),
  slot('{ values: [x], strict: true, sensitive: true, separator: ",", merge: false, needs: [b] }'),
  slot('{ values: [x], sensitive: { minLength: 1, maxValues: 2, windowMs: 3 } }'),
  slot(
    '{ file: a.csv, format: csv, column: name, title: t, description: d, aliases: x, weight: w, group: g }',
  ),
  slot('{ file: a.json, pointer: /a~1b/0, strict: true }'),
  slot('{ values: [x], readings: [pinyin, kana, hangul, cyrillic, greek] }'),
  slot('{ file: a.csv, readings: [] }'),
  'completions: { readings: [pinyin], prompts: {} }',
  slot('{ file: a.json, pointer: "" }'),
  slot('{ file: a.csv, delimiter: ";" }'),
  slot('{ directory: docs }'),
  slot(
    '{ directory: { docs: ./docs, notes: ../notes }, hidden: true, files: false, extensions: [.md, .txt] }',
  ),
  slot('{ directory: docs, strict: true, needs: [b], separator: ",", readings: [pinyin] }'),
  slot('{ http: "https://api.example/items" }'),
  slot('{ http: "HTTP://api.example:8080/a/{arguments.b c}/find?q={value}&x=y", headers: { X-Key: k } }'),
  slot('{ http: "http://x/", pointer: /items, total: /n, pageSize: 30, maxPages: 2, maxBytes: 1 }'),
  slot('{ http: "http://x", column: login, title: /p/n, description: d, aliases: x, weight: w, group: g }'),
  slot('{ http: "http://x", timeoutMs: 1, ttlMs: 0, staleMs: 0, merge: true, sensitive: true }'),
  slot('{ mcp: { resources: "x://{a}/{b}", variable: b } }'),
  'completions: { resources: { "x://{a}/{b}": { a: { mcp: resources }, b: { mcp: { resources: "x://{a}/{b}" } } } } }',
  slot('{ mcp: { tool: find }, timeoutMs: 9, ttlMs: 8, staleMs: 7 }'),
  slot(
    '{ mcp: { tool: t, arguments: { q: "{value}", n: [1, true, null, { a: "{arguments.b}" }] } }, pointer: /r, column: c }',
  ),
  'upstream: { command: a }',
  'upstream: { command: a, maxMessageBytes: 67108864 }',
  'upstreams: { a: { url: "http://x", maxMessageBytes: 1024 }, b: { command: c, maxMessageBytes: 1024 } }',
  'upstream: { command: a, args: [1, b], env: { A: 1, B: c }, cwd: d }',
  'upstream: { url: "https://x.example:8080/mcp?a=b", headers: { X-A: b, n: 1 }, forwardHeaders: [x-b] }',
  'upstreams: { a: { command: b, completions: { prompts: { p: { a: [x] } } } }, c.d-e_f: { url: "http://x" } }',
  'http: {}',
  'http: { listen: 8808 }',
  'http: { listen: "[::1]:0", allowedHosts: [a, "b:80", "[::1]", "*"], allowedOrigins: ["https://a", "*"] }',
  'http: { maxBodyBytes: 1024, maxSessions: 1, sessionIdleMs: 1000 }',
  'http: { trustedProxies: [10.0.0.1, "10.0.0.0/8", "2001:db8::/32"], ipv6Prefix: 56 }',
  slot(
    '{ values: [{ value: x, visibleTo: { groups: [a] } }, { value: y, visibleTo: deny }], visibleTo: known }',
  ),
  slot('{ file: a.csv, visibleTo: { scopes: [b] } }'),
  'access: { perCaller: true }',
  'audit: stderr',
  'audit: ./audit.jsonl',
  'access: {}',
  'access: { default: deny, prompts: { "admin_*": deny, a: allow, b: known }, resources: { "x://{y}": { scopes: [], groups: [a], users: [b] } } }',
  'upstreams: { a: { command: b, access: { default: known } } }',
  'auth: {}',
  'auth: { anonymous: true, local: { groups: [a], scopes: [b] } }',
  'auth: { jwt: { resource: "https://a/mcp", issuer: "https://b/", jwks: "https://b/keys" } }',
  'auth: { jwt: { resource: "http://a/mcp", issuer: b, jwks: "http://127.0.0.1:1/keys", audience: [c], algorithms: [ES256], scopes: [d], groupsClaim: e.f, clockToleranceS: 0 } }',
  'auth: { proxy: { from: [127.0.0.1], user: X-User, groups: X-Groups } }',
  'limits: {}',
  'limits: { perPrincipal: false, global: { perSecond: 0.5 }, perArgument: { perSecond: 5, burst: 9 } }',
  'limits: { maxValueLength: 1, maxNameLength: 2, maxUriLength: 3, maxContextArguments: 4, maxContextValueLength: 5 }',
];

const refused = [
  '',
  '[]',
  'x',
  'completion: {}',
  'http: { trustedProxies: [localhost] }',
  'http: { trustedProxies: 10.0.0.1 }',
  'http: { ipv6Prefix: 129 }',
  'http: { ipv6Prefix: 0 }',
  slot('{ values: [x], visibleTo: some }'),
  slot('{ values: [{ value: x, visibleTo: {} }] }'),
  slot('{ values: [{ value: x, groups: [a] }] }'),
  'access: { perCaller: some }',
  'audit: ""',
  'audit: [a]',
  'access: []',
  'access: { tools: {} }',
  'access: { default: never }',
  'access: { default: {} }',
  'access: { prompts: [a] }',
  'access: { prompts: { a: { group: [b] } } }',
  'access: { prompts: { a: { groups: b } } }',
  'access: { prompts: { a: { groups: [1] } } }',
  'upstreams: { a: { command: b } }\naccess: {}',
  'auth: []',
  'auth: { oauth: {} }',
  'auth: { jwt: {} }',
  'auth: { jwt: { resource: "https://a/mcp?x", issuer: b, jwks: "https://b/keys" } }',
  'auth: { jwt: { resource: "https://a/mcp", issuer: b, jwks: "http://b.example/keys" } }',
  'auth: { jwt: { resource: "https://a/mcp", issuer: b, jwks: "https://b/keys", algorithms: [HS256] } }',
  'auth: { jwt: { resource: "https://a/mcp", issuer: b, jwks: "https://b/keys" }, proxy: { from: [127.0.0.1], user: X } }',
  'auth: { proxy: { user: X-User } }',
  'auth: { proxy: { from: [], user: X-User } }',
  'auth: { proxy: { from: [127.0.0.1], user: "X User" } }',
  'auth: { local: { role: x } }',
  'limits: []',
  'limits: { perPrincipal: true }',
  'limits: { global: 5 }',
  'limits: { global: {} }',
  'limits: { global: { perSecond: 0 } }',
  'limits: { global: { perSecond: 1, burst: 0 } }',
  'limits: { maxValueLength: 0 }',
  'limits: { perprincipal: false }',
  '$schema: 1',
  'completions: []',
  'completions: { prompts: [] }',
  'completions: { prompts: { p: [] } }',
  'completions: { tools: {} }',
  slot('x'),
  slot('null'),
  slot('{}'),
  slot('{ values: x }'),
  slot('{ values: [x], readings: pinyin }'),
  slot('{ values: [x], readings: [latin] }'),
  'completions: { readings: [1] }',
  slot('{ values: [null] }'),
  slot('{ values: [""] }'),
  slot('{ values: [[x]] }'),
  slot('{ values: [{ title: x }] }'),
  slot('{ values: [{ value: x, extra: y }] }'),
  slot('{ values: [{ value: x, weight: heavy }] }'),
  slot('{ values: [{ value: x, aliases: y }] }'),
  slot('{ values: [{ value: x, title: [y] }] }'),
  slot('{ values: [x], file: y }'),
  slot('{ values: [x], column: y }'),
  slot('{ values: [x], strict: "true" }'),
  slot('{ values: [x], sensitive: 3 }'),
  slot('{ values: [x], sensitive: { minLength: 0 } }'),
  slot('{ values: [x], sensitive: { minLength: 1.5 } }'),
  slot('{ values: [x], separator: "" }'),
  slot('{ values: [x], needs: y }'),
  slot('{ values: [x], mrege: true }'),
  slot('{ file: "" }'),
  slot('{ file: [a] }'),
  slot('{ file: a, format: xml }'),
  slot('{ file: a, pointer: b }'),
  slot('{ file: a, delimiter: "ab" }'),
  slot('{ file: a, delimiter: "\\"" }'),
  slot('{ file: a, http: "http://x" }'),
  slot('{ file: a, ttlMs: 5 }'),
  slot('{ directory: "" }'),
  slot('{ directory: [a] }'),
  slot('{ directory: {} }'),
  slot('{ directory: { "a/b": c } }'),
  slot('{ directory: { a: "" } }'),
  slot('{ directory: a, hidden: "yes" }'),
  slot('{ directory: a, extensions: .md }'),
  slot('{ directory: a, column: b }'),
  slot('{ hidden: true }'),
  slot('{ http: "ftp://x" }'),
  slot('{ http: "http://me:secret@x/" }'),
  slot('{ http: "http://{value}.example/" }'),
  slot('{ http: "http://x/{query}" }'),
  slot('{ http: "http://x/{value" }'),
  slot('{ http: "http://x/{arguments.}" }'),
  slot('{ http: "http://x", pointer: items }'),
  slot('{ http: "http://x", total: n }'),
  slot('{ http: "http://x", pageSize: 0 }'),
  slot('{ http: "http://x", timeoutMs: 0 }'),
  slot('{ http: "http://x", headers: { "a b": c } }'),
  slot('{ http: "http://x", delimiter: ";" }'),
  slot('{ mcp: tools }'),
  slot('{ mcp: {} }'),
  slot('{ mcp: { tool: "" } }'),
  slot('{ mcp: { tool: a, variable: b } }'),
  slot('{ mcp: { tool: a, arguments: [b] } }'),
  slot('{ mcp: { resources: "x://{a}", tool: b } }'),
  slot('{ mcp: { resources: "x://{a}", variable: a, arguments: {} } }'),
  slot('{ mcp: { tool: a }, url: b }'),
  'upstream: {}',
  'upstream: { command: "" }',
  'upstream: { command: a, url: "http://x" }',
  'upstream: { command: a, headers: {} }',
  'upstream: { command: a, args: b }',
  'upstream: { command: a, args: [[b]] }',
  'upstream: { command: a, env: { "B=C": d } }',
  'upstream: { command: a, completions: {} }',
  'upstream: { url: "http://x", args: [] }',
  'upstream: { url: "http://x", maxMessageBytes: 1 }',
  'upstream: { command: a, maxMessageBytes: "64 MiB" }',
  'upstream: { url: "ftp://x" }',
  'upstream: { url: "http://me:secret@x" }',
  'upstream: { url: "http://x", headers: { "a b": c } }',
  'upstream: { url: "http://x", forwardHeaders: ["a b"] }',
  'upstreams: {}',
  'upstreams: { "a/b": { command: c } }',
  'upstreams: { a: {} }',
  'upstreams: { a: { command: b } }\ncompletions: {}',
  'upstreams: { a: { command: b } }\nupstream: { command: a }',
  'http: []',
  'http: { listen: "::1:80" }',
  'http: { listen: 70000 }',
  'http: { listen: true }',
  'http: { allowedHosts: ["https://a"] }',
  'http: { allowedOrigins: [a] }',
  'http: { maxBodyBytes: 1 }',
  'http: { maxSessions: 0 }',
];

/** What a schema cannot say, or what is a matter of the text: only the loader refuses it. */
const loaderOnly = [
  // In a prompt there is no template to take the place of the one that is not named.
  slot('{ mcp: resources }'),
  slot('{ mcp: { resources: "x://{a}" } }'),
  slot('{ mcp: { resources: "x://{a", variable: a } }'),
  slot('{ mcp: { resources: "x://{a}", variable: b } }'),
  slot('{ mcp: { resources: "x://{a}", variable: a }, column: b }'),
  slot('{ mcp: { tool: a, arguments: { q: "{query}" } } }'),
  'completions: { resources: { "x://{a": {} } }',
  'completions: { resources: { "x://{a}": { b: [c] } } }',
  'http: {}\nhttp: {}',
  slot('["${NOT_SET}"]'),
];

describe('the published schema', () => {
  it.each(accepted)('accepts, as the loader does: %s', (text) => {
    expect({ loader: loaderAccepts(text), schema: schemaAccepts(text) }).toEqual({
      loader: true,
      schema: true,
    });
  });

  it.each(refused)('refuses, as the loader does: %s', (text) => {
    expect({ loader: loaderAccepts(text), schema: schemaAccepts(text) }).toEqual({
      loader: false,
      schema: false,
    });
  });

  it.each(loaderOnly)('leaves to the loader: %s', (text) => {
    expect({ loader: loaderAccepts(text), schema: schemaAccepts(text) }).toEqual({
      loader: false,
      schema: true,
    });
  });
});
