// Searches the upstreams for Primes that are not here. An upstream cannot show a name that belongs to this
// registry; a Prime that was mirrored is found here.
import { LruCache } from '@prime-registry/concurrency';
import { identityOfVersion, parsePrimeName, type SearchQuery } from '@prime-registry/protocol';
import type { MirrorStore, TombstoneStore } from '@prime-registry/store';
import type { SupplierDeps } from '../suppliers.ts';
import type { UpstreamFindings, UpstreamHit } from '../upstreams/upstream.ts';
import { SearchedUpstream, type SearchedUpstreamDeps, sizeOfFindings } from './searched-upstream.ts';

/** A Prime that an upstream has found and that is not here. */
export interface ElsewhereHit extends UpstreamHit {
  /** Base URL of the upstream. */
  readonly origin: string;
  /** Its place among the hits of the upstream, from 1. */
  readonly rank: number;
}

/** The hits of all upstreams. */
export interface ElsewhereFindings {
  /** By rank; at equal rank in the order of the upstreams. Each name once. */
  readonly hits: readonly ElsewhereHit[];
  /** Base URLs of upstreams that may have more hits, but did not answer in time. */
  readonly incomplete: readonly string[];
}

export interface SearchElsewhereDeps extends SearchedUpstreamDeps, Omit<SupplierDeps, 'store'> {
  readonly store: Pick<MirrorStore, 'listStandings'> & Pick<TombstoneStore, 'listRemovedOf'>;
}

/** The findings of each upstream, in their order; undefined for one that did not answer in time. */
type Answers = readonly (UpstreamFindings | undefined)[];

const NOTHING: UpstreamFindings = { hits: [], isWhole: false };
const PAGED_MAX_AGE_MS = 300_000;
/** The most that they occupy. */
const MAX_PAGED_BYTES = 8 * 1024 * 1024;

/** The searches of one process. */
export class SearchElsewhere {
  readonly #deps: SearchElsewhereDeps;
  readonly #searched: readonly SearchedUpstream[];
  /** By text, the findings behind the last first page. */
  readonly #paged: LruCache<Answers>;

  constructor(deps: SearchElsewhereDeps) {
    this.#deps = deps;
    this.#searched = deps.upstreams.map((upstream) => new SearchedUpstream(upstream, deps));
    this.#paged = new LruCache({
      ...{ maxSize: MAX_PAGED_BYTES, ttlMs: PAGED_MAX_AGE_MS, now: deps.now },
      sizeOf: (answers) => answers.reduce((sum, findings = NOTHING) => sum + sizeOfFindings(findings), 0),
    });
  }

  /**
   * Asks all upstreams at the same time. Later pages use the findings of the first page, so that a late
   * answer does not shift hits between pages.
   */
  async find({ text, offset }: Pick<SearchQuery, 'text' | 'offset'>): Promise<ElsewhereFindings> {
    const answers =
      (offset > 0 ? this.#paged.get(text) : undefined) ??
      (await Promise.all(this.#searched.map((searched) => searched.find(text))));
    this.#paged.set(text, answers);
    const { upstreams } = this.#deps;
    const incomplete = upstreams.flatMap(({ url }, index) => (answers[index]?.isWhole ? [] : [url]));
    return { hits: await this.#select(answers), incomplete };
  }

  /** Checked for every answer: a Prime that was just published here belongs here, a version may be removed. */
  async #select(answers: Answers): Promise<ElsewhereHit[]> {
    const { store, upstreams, localScopes } = this.#deps;
    const hits = new Map<string, ElsewhereHit>();
    for (const [index, upstream] of upstreams.entries()) {
      for (const [place, hit] of (answers[index]?.hits ?? []).entries()) {
        const { name } = hit;
        const parsed = parsePrimeName(name);
        if (!parsed.ok || hits.has(name)) continue;
        const { scope } = parsed.value;
        if (localScopes.has(scope) || !upstream.supplies(scope)) continue;
        hits.set(name, { ...hit, origin: upstream.url, rank: place + 1 });
      }
    }
    const names = [...hits.keys()];
    const [standings, removed] = await Promise.all([store.listStandings(names), store.listRemovedOf(names)]);
    return [...hits.values()]
      .filter(({ name, version }) => {
        if (removed.has(`${name} ${identityOfVersion(version)}`)) return false;
        const standing = standings.get(name);
        return standing?.isLocalScope !== true && standing?.origin === undefined;
      })
      .sort((a, b) => a.rank - b.rank);
  }
}
