import type { CandidateInput } from '../candidate.js';
import type { Index, IndexChanges, IndexOptions, SearchOptions, SearchResult } from '../search-index.js';
import type { Folder } from '../text/folder.js';
import { bandOfTier, lastTier } from '../bands.js';
import { changeSegments } from './change-segments.js';
import { listAll } from './list-all.js';
import { toPage } from './page.js';
import { prepareQuery } from './query.js';
import { searchSegments } from './search-segments.js';
import { SegmentRoom } from './segment-room.js';
import type { Segment } from './segment.js';
import { sizeOfAll } from './segment.js';
import { ENOUGH } from './take-turns.js';

/** The index over one segment, or over several where candidates were added later. */
export class SegmentedIndex<C extends CandidateInput> implements Index<C> {
  readonly size: number;
  readonly #segments: readonly Segment<C>[];
  readonly #folder: Folder;
  readonly #options: IndexOptions<C>;
  readonly #lastTier: number;
  readonly #enough: number;
  /** Room for a search; undefined while one is under way, which a search called by its `accept` finds so. */
  #rooms: readonly SegmentRoom<C>[] | undefined;

  constructor(segments: readonly Segment<C>[], folder: Folder, options: IndexOptions<C>) {
    this.size = sizeOfAll(segments);
    this.#segments = segments;
    this.#folder = folder;
    this.#options = options;
    this.#lastTier = lastTier(options.loosest);
    this.#enough = options.enough ?? ENOUGH;
  }

  search(typed: string, options: SearchOptions<C> = {}): SearchResult<C> {
    const page = toPage(options, this.size);
    if (typed.trim() === '')
      return { ...listAll(this.#segments, page), consulted: bandOfTier(this.#lastTier) };
    const rooms = this.#rooms ?? this.#segments.map((segment) => new SegmentRoom(segment, this.#folder));
    this.#rooms = undefined;
    try {
      return searchSegments(rooms, {
        query: prepareQuery(typed, this.#folder),
        page,
        lastTier: this.#lastTier,
        enough: this.#enough,
      });
    } finally {
      for (const room of rooms) room.end();
      this.#rooms = rooms;
    }
  }

  with(changes: IndexChanges<C>): Index<C> {
    const segments = changeSegments(this.#segments, changes, this.#folder, this.#options);
    return new SegmentedIndex(segments, this.#folder, this.#options);
  }
}
