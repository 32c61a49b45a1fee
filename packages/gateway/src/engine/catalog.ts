import {
  normalizeTemplate,
  parseUriTemplate,
  prepareUri,
  type CompletionRef,
  type UriTemplate,
} from '@mcp-typeahead/protocol';
import { AskError } from './ask-error.js';
import type { SeenList } from './name-review.js';
import type { Ask, ListKind, Recognised, Standing } from './peer.js';
import { readList, type ReadListOptions, type UpstreamList } from './read-list.js';
import { createSharedValue, type SharedValue } from './shared-value.js';

/** The upstream's own lists, as far as references are looked up in them. */
export interface Catalog {
  standing(ref: CompletionRef, ask: Ask): Promise<Standing>;
  /** Reads the list of prompts or templates unless it is known. */
  read(kind: ListKind, ask: Ask): Promise<void>;
  recognise(ref: CompletionRef): Recognised | undefined;
  forget(kind: ListKind): void;
}

interface Listed extends SeenList {
  templates: readonly { template: string; parsed: UriTemplate | undefined }[];
  /** Templates by the one spelling in which they are compared. */
  spellings: ReadonlyMap<string, string>;
  isWhole: boolean;
}

/** A list without `ttlMs` is kept so long; `list_changed` and misses renew it earlier. */
const defaultTtlMs = 60_000;
const maxTtlMs = 10 * 60_000;
/** Also where the upstream says 0: one completion a keystroke must not become two requests a keystroke. */
const minTtlMs = 1_000;
/** A list that cannot be read is asked for again after this: not at every keystroke. */
const failureTtlMs = 1_000;
/** What a list does not have is looked for in one no older than this: upstreams need not announce additions. */
const missAgeMs = 1_000;

interface CatalogList extends ReadListOptions {
  kind: ListKind;
}

const promptList: CatalogList = { kind: 'prompts', method: 'prompts/list', key: 'prompts', member: 'name' };
const resourceList: CatalogList = {
  kind: 'resources',
  method: 'resources/list',
  key: 'resources',
  member: 'uri',
};
const templateList: CatalogList = {
  kind: 'resources',
  method: 'resources/templates/list',
  key: 'resourceTemplates',
  member: 'uriTemplate',
};

/** `onList` gets the whole list of prompts or templates whenever one is looked at. */
export function createCatalog(
  now: () => number = Date.now,
  onList: (list: SeenList) => void = () => {},
): Catalog {
  const prompts = createSharedValue<Listed | undefined>(now);
  const templates = createSharedValue<Listed | undefined>(now);
  const resources = createSharedValue<Listed | undefined>(now);

  const readPrompts = async (ask: Ask, maxAgeMs?: number): Promise<Listed | undefined> => {
    const list = await read(prompts, promptList, ask, maxAgeMs);
    if (list?.isWhole === true) onList(list);
    return list;
  };

  const readTemplates = async (ask: Ask, maxAgeMs?: number): Promise<Listed | undefined> => {
    const list = await read(templates, templateList, ask, maxAgeMs);
    if (list?.isWhole === true) onList(list);
    return list;
  };

  const promptStanding = async (name: string, ask: Ask, maxAgeMs?: number): Promise<Standing> => {
    const list = await readPrompts(ask, maxAgeMs);
    if (list?.names.has(name) === true) return { is: 'listed', ref: { type: 'ref/prompt', name } };
    return missing(list);
  };

  const resourceStanding = async (uri: string, ask: Ask, maxAgeMs?: number): Promise<Standing> => {
    const listed = await readTemplates(ask, maxAgeMs);
    const template = listed === undefined ? undefined : findTemplate(listed, uri);
    if (template !== undefined) return { is: 'listed', ref: { type: 'ref/resource', uri: template } };
    const plain = await read(resources, resourceList, ask, maxAgeMs);
    if (plain?.names.has(uri) === true) return { is: 'plain-resource' };
    const fromTemplates = missing(listed);
    return fromTemplates.is === 'absent' ? missing(plain) : fromTemplates;
  };

  const standingOf = (ref: CompletionRef, ask: Ask, maxAgeMs?: number): Promise<Standing> =>
    ref.type === 'ref/prompt'
      ? promptStanding(ref.name, ask, maxAgeMs)
      : resourceStanding(ref.uri, ask, maxAgeMs);

  return {
    async standing(ref, ask) {
      const standing = await standingOf(ref, ask);
      return standing.is === 'absent' ? standingOf(ref, ask, missAgeMs) : standing;
    },
    async read(kind, ask) {
      await (kind === 'prompts' ? readPrompts(ask) : readTemplates(ask));
    },
    recognise(ref) {
      const list = (ref.type === 'ref/prompt' ? prompts : templates).current;
      if (list === undefined) return undefined;
      const name = ref.type === 'ref/prompt' ? ref.name : findTemplate(list, ref.uri);
      if (name === undefined || !list.names.has(name)) return undefined;
      return { name, argumentNames: list.argumentsOf(name) };
    },
    forget(kind) {
      if (kind === 'prompts') {
        prompts.drop();
        return;
      }
      templates.drop();
      resources.drop();
    },
  };
}

/** Undefined where the upstream does not give the list. */
function read(
  shared: SharedValue<Listed | undefined>,
  options: CatalogList,
  ask: Ask,
  maxAgeMs?: number,
): Promise<Listed | undefined> {
  return shared.get(async () => {
    try {
      const list = await readList(ask, options);
      return { value: toListed(list, options), ttlMs: keepFor(list) };
    } catch (error) {
      // Who asked has gone: that says nothing about the list.
      if (error instanceof AskError && error.code === 'interrupted') throw error;
      return { value: undefined, ttlMs: failureTtlMs };
    }
  }, maxAgeMs);
}

function keepFor({ ttlMs = defaultTtlMs }: UpstreamList): number {
  return Math.min(Math.max(ttlMs, minTtlMs), maxTtlMs);
}

function toListed({ entries, isWhole }: UpstreamList, { kind, member }: CatalogList): Listed {
  const argumentNames = new Map(entries.map((entry) => [entry.name, entry.argumentNames] as const));
  const names = new Set(argumentNames.keys());
  const templates = (member === 'uriTemplate' ? [...names] : []).map((template) => ({
    template,
    parsed: parse(template),
  }));
  return {
    kind,
    names,
    argumentsOf: (name) =>
      kind === 'prompts'
        ? argumentNames.get(name)
        : templates.find(({ template }) => template === name)?.parsed?.variables,
    templates,
    // Of several spellings the first counts, as a map keeps its last.
    spellings: new Map(
      templates.map(({ template }) => [normalizeTemplate(template), template] as const).toReversed(),
    ),
    isWhole,
  };
}

/** A template that we cannot read can still be named. Real servers list `{user-id}`. */
function parse(template: string): UriTemplate | undefined {
  try {
    return parseUriTemplate(template, { allowHyphens: true });
  } catch {
    return undefined;
  }
}

function findTemplate({ names, spellings, templates }: Listed, uri: string): string | undefined {
  if (names.has(uri)) return uri;
  const spelt = spellings.get(normalizeTemplate(uri));
  if (spelt !== undefined) return spelt;
  const prepared = prepareUri(uri);
  if (prepared === undefined) return undefined;
  return templates.find(
    ({ parsed }) =>
      parsed !== undefined && parsed.variables.length > 0 && parsed.match(prepared) !== undefined,
  )?.template;
}

function missing(list: Listed | undefined): Standing {
  if (list === undefined) return { is: 'unreadable' };
  return list.isWhole ? { is: 'absent' } : { is: 'unclear' };
}
