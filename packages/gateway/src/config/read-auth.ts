import type { AuthOptions, JwtAuth, LocalUser, ProxyAuth } from '../auth/auth-options.js';
import { defaultAlgorithms } from '../auth/check-token.js';
import type { DocumentReader, Item } from './document-reader.js';
import { isLoopbackHost } from './listen-address.js';
import { readAddresses } from './read-http.js';
import { readName, readNames } from './read-names.js';

const authKeys = ['jwt', 'proxy', 'anonymous', 'local'] as const;
const jwtKeys = [
  ...(['resource', 'issuer', 'jwks', 'audience', 'algorithms', 'scopes'] as const),
  ...(['groupsClaim', 'clockToleranceS'] as const),
] as const;

/** Reads `auth`: who clients are. */
export function readAuth(reader: DocumentReader, item: Item): AuthOptions {
  const fields = reader.fields(item, `a mapping of: ${authKeys.join(', ')}`, authKeys);
  const jwtItem = fields?.get('jwt');
  const proxyItem = fields?.get('proxy');
  const anonymousItem = fields?.get('anonymous');
  const localItem = fields?.get('local');
  if (jwtItem !== undefined && proxyItem !== undefined) {
    reader.problem('bad-value', proxyItem.keyOffset, 'expected either "jwt" or "proxy", found both');
  }
  const jwt = jwtItem && readJwt(reader, jwtItem);
  const proxy = proxyItem && readProxy(reader, proxyItem);
  const anonymous = anonymousItem && reader.boolean(anonymousItem);
  return {
    ...(jwt !== undefined && { jwt }),
    ...(proxy !== undefined && { proxy }),
    ...(anonymous !== undefined && { anonymous }),
    ...(localItem !== undefined && { local: readLocal(reader, localItem) }),
  };
}

function readJwt(reader: DocumentReader, item: Item): JwtAuth | undefined {
  const fields = reader.fields(item, `a mapping of: ${jwtKeys.join(', ')}`, jwtKeys);
  if (fields === undefined) return undefined;
  const needed = (key: 'resource' | 'issuer' | 'jwks', read: (entry: Item) => string | undefined) => {
    const entry = fields.get(key);
    if (entry === undefined) reader.problem('missing-key', item.offset, `expected "${key}"`);
    return entry && read(entry);
  };
  const resource = needed('resource', (entry) => readUrl(reader, entry));
  const issuer = needed('issuer', (entry) => readName(reader, entry, 'the "iss" of the tokens'));
  const jwks = needed('jwks', (entry) => readKeysUrl(reader, entry));
  const lists: Partial<Record<'audience' | 'scopes', readonly string[]>> = {};
  for (const key of ['audience', 'scopes'] as const) {
    const entry = fields.get(key);
    if (entry !== undefined) lists[key] = readNames(reader, entry, 'a name');
  }
  const algorithmsItem = fields.get('algorithms');
  const groupsItem = fields.get('groupsClaim');
  const groupsClaim = groupsItem && readName(reader, groupsItem, 'the name of a claim');
  const toleranceItem = fields.get('clockToleranceS');
  const clockToleranceS = toleranceItem && reader.count(toleranceItem, 0);
  if (resource === undefined || issuer === undefined || jwks === undefined) return undefined;
  return {
    resource,
    issuer,
    jwks,
    ...lists,
    ...(algorithmsItem !== undefined && { algorithms: readAlgorithms(reader, algorithmsItem) }),
    ...(groupsClaim !== undefined && { groupsClaim }),
    ...(clockToleranceS !== undefined && { clockToleranceS }),
  };
}

function readProxy(reader: DocumentReader, item: Item): ProxyAuth | undefined {
  const fields = reader.fields(item, 'a mapping with "from", "user" and "groups"', [
    'from',
    'user',
    'groups',
  ]);
  if (fields === undefined) return undefined;
  const fromItem = fields.get('from');
  const userItem = fields.get('user');
  const groupsItem = fields.get('groups');
  for (const [key, entry] of [
    ['from', fromItem],
    ['user', userItem],
  ] as const) {
    if (entry === undefined) reader.problem('missing-key', item.offset, `expected "${key}"`);
  }
  const from = fromItem && readAddresses(reader, fromItem);
  if (from?.length === 0 && fromItem !== undefined) {
    reader.problem('bad-value', fromItem.offset, 'expected at least one address');
  }
  const user = userItem && readHeaderName(reader, userItem);
  const groups = groupsItem && readHeaderName(reader, groupsItem);
  if (from === undefined || user === undefined) return undefined;
  return { from, user, ...(groups !== undefined && { groups }) };
}

function readLocal(reader: DocumentReader, item: Item): LocalUser {
  const fields = reader.fields(item, 'a mapping with "groups" or "scopes"', ['groups', 'scopes']);
  const local: { -readonly [K in keyof LocalUser]: LocalUser[K] } = {};
  for (const key of ['groups', 'scopes'] as const) {
    const entry = fields?.get(key);
    if (entry !== undefined) local[key] = readNames(reader, entry, 'a name');
  }
  return local;
}

function readAlgorithms(reader: DocumentReader, list: Item): readonly string[] {
  const expected = `one of: ${defaultAlgorithms.join(', ')}`;
  const algorithms: string[] = [];
  for (const item of reader.list(list, `a list, each ${expected}`) ?? []) {
    const text = reader.text(item, expected);
    if (text === undefined) continue;
    if (defaultAlgorithms.includes(text)) algorithms.push(text);
    else reader.problem('bad-value', item.offset, `expected ${expected}`);
  }
  return algorithms;
}

function readUrl(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'the URL of the gateway, http or https, without query and fragment';
  const text = reader.text(item, expected);
  if (text === undefined || isPlainUrl(text)) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}

/** Keys that somebody on the way could replace check nothing. */
function readKeysUrl(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'an https URL, or an http one on this machine';
  const text = reader.text(item, expected);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && isLoopbackHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (url?.protocol === 'https:' || isLocal) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username === '' && !/[?#]/.test(text);
}

function readHeaderName(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'the name of a header';
  const text = reader.text(item, expected);
  if (text === undefined || /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}
