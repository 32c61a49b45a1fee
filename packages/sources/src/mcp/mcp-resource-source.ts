import { parseUriTemplate, type UriTemplate } from '@mcp-typeahead/protocol';
import type { CandidateInput, ListSource, SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import { askUpstream } from './ask-upstream.js';
import type { McpCallerInput } from './mcp-caller.js';

/** Resources that a server lists, and the variable of the template by which they are read backwards. */
export interface McpResourceSourceOptions {
  caller: McpCallerInput;
  /** RFC 6570, such as `repo://{owner}/{repo}`. Resources that it does not match are passed over. */
  template: string;
  /** Whose values are wanted. Other variables that are filled in already narrow the list. */
  variable: string;
  /** What messages call it. @default 'resources/list' */
  name?: string;
  /** Pages that are read; there being more, the answer is not complete. @default 100 */
  maxPages?: number;
  /** @default 50_000 */
  maxResources?: number;
}

/** A list of the values that a variable has in the resources of a server. */
export type McpResourceSource = ListSource & {
  /** The other variables of the template: pass them as the completer's `uses`. */
  readonly uses: readonly string[];
};

/**
 * Values of a template's variable, from the URIs that a server lists.
 * @throws {SourceError} invalid-option, at construction; refused, unreachable, bad-format from `load`
 */
export function mcpResourceSource(options: McpResourceSourceOptions): McpResourceSource {
  const { variable, name = 'resources/list' } = options;
  const template = parse(options.template, name);
  if (!template.variables.includes(variable)) {
    throw new SourceError(
      'invalid-option',
      `${name}: the template has no variable ${JSON.stringify(variable)}`,
    );
  }
  return {
    kind: 'list',
    uses: template.variables.filter((other) => other !== variable),
    load: (request) => load({ ...options, name, template, request }),
  };
}

interface Load extends Omit<McpResourceSourceOptions, 'template'> {
  name: string;
  template: UriTemplate;
  request: SourceRequest;
}

async function load({ caller, template, variable, name, request, ...bounds }: Load): Promise<SourceAnswer> {
  const { maxPages = 100, maxResources = 50_000 } = bounds;
  const found = new Map<string, CandidateInput>();
  const cursors = new Set<string>();
  let ttlMs: number | undefined;
  let params: Record<string, unknown> = {};
  let count = 0;
  for (let page = 0; page < maxPages && count < maxResources; page += 1) {
    const result = await askUpstream(caller, { method: 'resources/list', params, name }, request);
    const resources: unknown = result?.resources;
    for (const resource of Array.isArray(resources) ? resources : []) {
      count += 1;
      if (count > maxResources) break;
      collect(resource, { template, variable, given: request.arguments, found });
    }
    ttlMs = leastTtl(ttlMs, result?.ttlMs);
    const cursor = result?.nextCursor;
    // A cursor that comes again goes round in circles.
    if (count > maxResources || (typeof cursor === 'string' && cursors.has(cursor))) break;
    if (typeof cursor !== 'string') return { candidates: [...found.values()], ttlMs };
    cursors.add(cursor);
    params = { cursor };
  }
  return { candidates: [...found.values()], complete: false, ttlMs };
}

interface Collection {
  template: UriTemplate;
  variable: string;
  given: Readonly<Record<string, string>>;
  found: Map<string, CandidateInput>;
}

function collect(resource: unknown, { template, variable, given, found }: Collection): void {
  const { uri, title, name } = (resource ?? {}) as Record<string, unknown>;
  const match = typeof uri === 'string' ? template.match(uri) : undefined;
  if (match === undefined || !agrees(match, given)) return;
  const values = match[variable] ?? [];
  const label = [title, name].find((text) => typeof text === 'string' && text !== '') as string | undefined;
  for (const value of typeof values === 'string' ? [values] : values) {
    if (value === '') continue;
    // What several resources share, the name of one of them does not describe.
    const isNew = !found.has(value);
    const isOwn = isNew && label !== undefined && label !== value;
    found.set(value, isOwn ? { value, title: label } : value);
  }
}

function agrees(match: Readonly<Record<string, unknown>>, given: Readonly<Record<string, string>>): boolean {
  return Object.entries(given).every(
    ([name, value]) => value === '' || !(name in match) || match[name] === value,
  );
}

/** Also where a server says 0: one completion a keystroke must not become many requests a keystroke. */
const minTtlMs = 1_000;

function leastTtl(known: number | undefined, said: unknown): number | undefined {
  if (typeof said !== 'number' || !(said >= 0)) return known;
  return Math.min(known ?? Number.POSITIVE_INFINITY, Math.max(said, minTtlMs));
}

function parse(template: string, name: string): UriTemplate {
  try {
    // `{user-id}` is not RFC 6570, but servers list such templates.
    return parseUriTemplate(template, { allowHyphens: true });
  } catch (cause) {
    throw new SourceError('invalid-option', `${name}: not a URI template (RFC 6570)`, { cause });
  }
}
