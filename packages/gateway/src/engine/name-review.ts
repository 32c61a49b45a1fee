import { normalizeTemplate } from '@mcp-typeahead/protocol';
import { didYouMean } from '../config/did-you-mean.js';
import type { Log } from '../log.js';
import type { ListKind } from './peer.js';

/** What the configuration completes: prompt or template -> argument or variable. */
export interface ConfiguredNames {
  readonly prompts: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly resources: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** A whole list of the upstream: of its prompts, or of its resource templates. */
export interface SeenList {
  readonly kind: ListKind;
  readonly names: ReadonlySet<string>;
  /** The arguments of a prompt. Undefined where it does not say. */
  argumentsOf(name: string): readonly string[] | undefined;
}

/**
 * Tells the operator once of each configured name that the upstream does not list: nobody else would, and the box of the
 * client stays empty. All names are the configuration's or the upstream's; a client's are not looked at.
 */
export interface NameReview {
  /** Takes a list that was read. Cheap for one that was taken before. */
  readonly see: (list: SeenList) => void;
  /** Kinds of which the configuration names something and no list was seen since it was taken. */
  readonly unseen: readonly ListKind[];
}

export interface NameReviewOptions {
  /** Of the configuration in force: another object after each reload. */
  names: () => ConfiguredNames | undefined;
  log: Log;
  /** The upstream's, where there are several. */
  upstream?: string | undefined;
}

/** A configuration for another server would fill the log. */
const maxWarnings = 20;
const maxShownNames = 8;
const maxShownLength = 100;
/** Among more names than this a slip is not looked for: a comparison with each of them takes time. */
const maxCompared = 1_000;

interface Progress {
  names: ConfiguredNames | undefined;
  lists: WeakSet<SeenList>;
  kinds: Set<ListKind>;
  told: Set<string>;
}

function begin(names: ConfiguredNames | undefined): Progress {
  return { names, lists: new WeakSet(), kinds: new Set(), told: new Set() };
}

export function createNameReview({ names, log, upstream }: NameReviewOptions): NameReview {
  let progress = begin(names());
  const current = (): Progress => {
    const now = names();
    if (now !== progress.names) progress = begin(now);
    return progress;
  };

  return {
    see(list) {
      const { names: configured, lists, kinds, told } = current();
      if (configured === undefined || lists.has(list)) return;
      lists.add(list);
      kinds.add(list.kind);
      for (const warning of unlisted(configured, list)) {
        if (told.has(warning.of)) continue;
        told.add(warning.of);
        if (told.size <= maxWarnings) log.warn(warning.text(), { upstream });
        if (told.size === maxWarnings + 1)
          log.warn('the configuration completes more that the server does not list');
      }
    },
    get unseen() {
      const { names: configured, kinds } = current();
      if (configured === undefined) return [];
      return (['prompts', 'resources'] as const).filter(
        (kind) => configured[kind].size > 0 && !kinds.has(kind),
      );
    },
  };
}

interface Warning {
  of: string;
  text: () => string;
}

function* unlisted(configured: ConfiguredNames, list: SeenList): Generator<Warning> {
  if (list.kind === 'resources') {
    const spellings = new Set(Array.from(list.names, normalizeTemplate));
    for (const template of configured.resources.keys()) {
      // Its variables were checked when the configuration was read.
      if (!spellings.has(normalizeTemplate(template))) yield warn('template', template, list.names);
    }
    return;
  }
  for (const [name, slots] of configured.prompts) {
    if (!list.names.has(name)) {
      yield warn('prompt', name, list.names);
      continue;
    }
    const known = list.argumentsOf(name);
    if (known === undefined) continue;
    for (const argument of slots.keys()) {
      if (!known.includes(argument)) yield warn('argument', argument, known, ` of prompt ${quote(name)}`);
    }
  }
}

function warn(what: string, name: string, listed: Iterable<string>, place = ''): Warning {
  return {
    of: JSON.stringify([what, name, place]),
    text: () =>
      `the configuration completes ${what} ${quote(name)}${place}, which the server does not list (${hint(name, [...listed])})`,
  };
}

function hint(name: string, listed: readonly string[]): string {
  if (listed.length === 0) return 'it lists none';
  const near = didYouMean(name, listed.slice(0, maxCompared));
  const shown = listed.slice(0, maxShownNames).map(quote).join(', ');
  const more = listed.length > maxShownNames ? `, … ${listed.length - maxShownNames} more` : '';
  return `${near === undefined ? '' : `did you mean ${quote(near)}? `}it lists: ${shown}${more}`;
}

function quote(name: string): string {
  return JSON.stringify(name.length > maxShownLength ? `${name.slice(0, maxShownLength)}…` : name);
}
