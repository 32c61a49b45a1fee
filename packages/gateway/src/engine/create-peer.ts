import { randomUUID } from 'node:crypto';
import type { Era } from '@mcp-typeahead/protocol';
import { metaKeys } from '@mcp-typeahead/protocol';
import { asObject, metaOf } from '../json-object.js';
import { AskError } from './ask-error.js';
import { createCatalog } from './catalog.js';
import type { SeenList } from './name-review.js';
import type { Introduction, ListKind, Peer } from './peer.js';
import { createSharedValue } from './shared-value.js';

/** A legacy handshake holds for the session. */
const sessionTtlMs = Number.POSITIVE_INFINITY;
/** A modern one without `ttlMs` is asked for again after this: a URL may stand for another server by then. */
const defaultTtlMs = 60_000;
const maxTtlMs = 10 * 60_000;
/** Also where the upstream says 0: one completion a keystroke must not become two requests a keystroke. */
const minTtlMs = 1_000;
/** A refused one is asked for again after this: not at every keystroke. */
const failureTtlMs = 1_000;

const emptyLists: Readonly<Record<ListKind, SeenList>> = {
  prompts: { kind: 'prompts', names: new Set(), argumentsOf: () => undefined },
  resources: { kind: 'resources', names: new Set(), argumentsOf: () => undefined },
};

/** `onList` gets the whole list of prompts or templates whenever one is looked at. */
export function createPeer(now: () => number = Date.now, onList: (list: SeenList) => void = () => {}): Peer {
  const introduction = createSharedValue<Introduction | undefined>(now);
  let catalog = createCatalog(now, onList);
  let id = randomUUID();

  /** An upstream that does not declare a kind lists nothing of it. */
  const isUndeclared = (kind: ListKind): boolean => {
    const capabilities = introduction.current?.capabilities;
    if (capabilities === undefined || asObject(capabilities[kind]) !== undefined) return false;
    onList(emptyLists[kind]);
    return true;
  };

  return {
    get id() {
      return id;
    },
    get introduction() {
      return introduction.current;
    },
    learn(result, { era }) {
      const value = toIntroduction(result, era);
      if (value !== undefined) introduction.put({ value, ttlMs: ttlOf(result, era) });
    },
    introduce: (ask, { era }) =>
      introduction.get(async () => {
        try {
          const result = await ask('server/discover', {});
          return { value: toIntroduction(result, era), ttlMs: ttlOf(result, era) };
        } catch (error) {
          if (error instanceof AskError && error.code === 'interrupted') throw error;
          return { value: undefined, ttlMs: failureTtlMs };
        }
      }),
    async standing(ref, ask) {
      if (isUndeclared(ref.type === 'ref/prompt' ? 'prompts' : 'resources')) return { is: 'absent' };
      return catalog.standing(ref, ask);
    },
    async readList(kind, ask) {
      if (!isUndeclared(kind)) await catalog.read(kind, ask);
    },
    recognise: (ref) => catalog.recognise(ref),
    forget(kind) {
      catalog.forget(kind);
      if (kind === 'resources') id = randomUUID();
    },
    reset() {
      introduction.drop();
      id = randomUUID();
      catalog = createCatalog(now, onList);
    },
  };
}

function toIntroduction(result: unknown, era: Era): Introduction | undefined {
  const object = asObject(result);
  const capabilities = asObject(object?.['capabilities']);
  if (object === undefined || capabilities === undefined) return undefined;
  const serverInfo = object['serverInfo'] ?? metaOf(object)?.[metaKeys.serverInfo];
  return { era, capabilities, serverInfo };
}

function ttlOf(result: unknown, era: Era): number {
  if (era === 'legacy') return sessionTtlMs;
  const ttlMs = asObject(result)?.['ttlMs'];
  if (typeof ttlMs !== 'number' || Number.isNaN(ttlMs)) return defaultTtlMs;
  return Math.min(Math.max(ttlMs, minTtlMs), maxTtlMs);
}
