import type { CandidateInput } from '../candidate.js';
import type { Folder } from '../text/folder.js';
import { Hits } from './hits.js';
import { LooseSearch } from './loose-search.js';
import type { Query } from './query.js';
import { SegmentSearch } from './segment-search.js';
import type { Segment } from './segment.js';
import { WeightOf } from './weight-of.js';

/** All that a search in one segment writes to: kept from one search to the next, so that a search allocates little but what it returns. */
export class SegmentRoom<C extends CandidateInput> {
  readonly search: SegmentSearch<C>;
  readonly loose: LooseSearch<C>;
  readonly hits: Hits = new Hits();
  #weightOf: WeightOf | undefined;

  constructor(segment: Segment<C>, folder: Folder) {
    this.search = new SegmentSearch(segment, folder);
    this.loose = new LooseSearch(this.search);
  }

  /** Needed only where the hits of several segments are put in order. */
  get weightOf(): WeightOf {
    return (this.#weightOf ??= new WeightOf(this.search.columns));
  }

  begin(query: Query, wanted: number, enough: number, accept: ((candidate: C) => boolean) | undefined): void {
    this.search.begin(query, enough, accept);
    this.loose.begin();
    this.hits.begin(wanted);
  }

  end(): void {
    this.search.end();
  }
}
