import { dirname, resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.js';
import { DocumentReader, type Entry, type Item } from './document-reader.js';
import type { Env } from './expand-env.js';
import type { GatewayConfig, NamedUpstreamConfig } from './gateway-config.js';
import { noCompletions, readCompletions } from './read-completions.js';
import { noHttp, readHttp } from './read-http.js';
import { readAccess } from './read-access.js';
import { readAuth } from './read-auth.js';
import { readName } from './read-names.js';
import { noLimits, readLimits } from './read-limits.js';
import { readUpstream, upstreamKeys } from './read-upstream.js';

/** What the text alone does not say. */
export interface ParseConfigOptions {
  /** Path of the file: relative paths in it start from its folder, and errors name it. */
  file: string;
  /** For `${NAME}`. @default {} */
  env?: Env;
  /** Whether there is such a program: asked for a command that has a space in it. @default taken on trust */
  isProgram?: (command: string, cwd: string) => boolean;
}

/** 4 MiB: a configuration is written by hand; long lists belong into files that it names. */
export const maxConfigBytes: number = 4 * 1_024 * 1_024;

/**
 * Reads the text of a `typeahead.yaml` (YAML 1.2, of which JSON is a part). Touches no file.
 * @throws {ConfigError} with every fault found, each with line and column
 */
export function parseConfig(text: string, options: ParseConfigOptions): GatewayConfig {
  const { file, env = {}, isProgram } = options;
  if (text.length > maxConfigBytes) {
    const message = `expected at most ${maxConfigBytes} characters; put long lists into files`;
    throw new ConfigError(file, [{ code: 'too-large', line: 1, column: 1, message }]);
  }
  const reader = new DocumentReader(text.replace(/^\uFEFF/, ''), env, isProgram);
  // What follows a syntax error is guesswork: reporting it would bury the cause.
  const config = reader.problems.length === 0 ? readRoot(reader, file) : undefined;
  const [first, ...others] = reader.problems.toSorted(byPosition);
  if (first !== undefined) throw new ConfigError(file, [first, ...others]);
  return config!;
}

function readRoot(reader: DocumentReader, file: string): GatewayConfig {
  const expected =
    'a mapping with "completions", "upstream", "upstreams", "http", "auth", "access", "audit" or "limits"';
  const keys = [
    '$schema',
    'completions',
    'upstream',
    'upstreams',
    'http',
    'auth',
    'access',
    'audit',
    'limits',
  ] as const;
  const fields = reader.fields(reader.root, expected, keys);
  const schema = fields?.get('$schema');
  const completions = fields?.get('completions');
  const upstream = fields?.get('upstream');
  const upstreams = fields?.get('upstreams');
  const http = fields?.get('http');
  const auth = fields?.get('auth');
  const access = fields?.get('access');
  const auditItem = fields?.get('audit');
  const audit = auditItem && readName(reader, auditItem, 'the path of a file, or "stderr"');
  const limits = fields?.get('limits');
  if (schema !== undefined) reader.text(schema, 'the URL of the schema');
  if (upstreams !== undefined) {
    for (const misplaced of [completions, upstream, access]) {
      if (misplaced === undefined) continue;
      const message = `with "upstreams", expected "${misplaced.key}" inside each of them, found it beside them`;
      reader.problem('bad-value', misplaced.keyOffset, message);
    }
  }
  const single = upstream && readSingle(reader, upstream, file);
  const named = upstreams ? readNamed(reader, upstreams, file) : new Map<string, NamedUpstreamConfig>();
  const authOptions = auth && readAuth(reader, auth);
  if (auth !== undefined && authOptions?.jwt !== undefined) {
    refuseForwardedTokens(reader, auth, [single, ...named.values()]);
  }
  return {
    file: resolve(file),
    completions: completions ? readCompletions(reader, completions, file) : noCompletions,
    upstream: single,
    upstreams: named,
    http: http ? readHttp(reader, http) : noHttp,
    limits: limits ? readLimits(reader, limits) : noLimits,
    ...(authOptions && { auth: authOptions }),
    ...(audit !== undefined && { audit: audit === 'stderr' ? audit : resolve(dirname(file), audit) }),
    ...(access && { access: readAccess(reader, access) }),
  };
}

/** A token that was made for the gateway must not be shown to another server. */
function refuseForwardedTokens(
  reader: DocumentReader,
  auth: Entry,
  upstreams: readonly (GatewayConfig['upstream'] | undefined)[],
): void {
  const isForwarded = upstreams.some(
    (upstream) =>
      upstream !== undefined &&
      'url' in upstream &&
      upstream.forwardHeaders.some((name) => name.toLowerCase() === 'authorization'),
  );
  if (!isForwarded) return;
  const message =
    'with "jwt", a client\'s token is for the gateway alone: expected no "authorization" in forwardHeaders (give the upstream its own in "headers")';
  reader.problem('bad-value', auth.keyOffset, message);
}

const upstreamShape = 'a mapping with "command" or "url"';

function readSingle(reader: DocumentReader, item: Item, file: string): GatewayConfig['upstream'] {
  const fields = reader.fields(item, upstreamShape, upstreamKeys);
  return fields && readUpstream(reader, item, fields, file);
}

function readNamed(
  reader: DocumentReader,
  item: Item,
  file: string,
): ReadonlyMap<string, NamedUpstreamConfig> {
  const named = new Map<string, NamedUpstreamConfig>();
  const entries = reader.mapping(item, 'a mapping of names to upstreams');
  if (entries?.length === 0) reader.problem('missing-key', item.offset, 'expected at least one upstream');
  for (const entry of entries ?? []) {
    // The name becomes a part of the path: /mcp/<name>.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(entry.key)) {
      const message =
        'expected a name of letters, digits, ".", "_" and "-", at most 64: it becomes a part of a URL';
      reader.problem('bad-value', entry.keyOffset, message);
    }
    const fields = reader.fields(entry, upstreamShape, [...upstreamKeys, 'completions', 'access']);
    if (fields === undefined) continue;
    const upstream = readUpstream(reader, entry, fields, file);
    const completionsItem = fields.get('completions');
    const completions = completionsItem ? readCompletions(reader, completionsItem, file) : noCompletions;
    const accessItem = fields.get('access');
    const access = accessItem && readAccess(reader, accessItem);
    if (upstream !== undefined) named.set(entry.key, { ...upstream, completions, ...(access && { access }) });
  }
  return named;
}

function byPosition(a: ConfigProblem, b: ConfigProblem): number {
  return a.line - b.line || a.column - b.column;
}
