// What other registries find of what is not here. Nobody outside can show a name that belongs here, and what has come is told by what
// is here.
import { LruCache } from '@prime-registry/concurrency';
import { parsePrimeName, type SearchQuery } from '@prime-registry/protocol';
import type { MirrorStore } from '@prime-registry/store';
import type { Upstream, UpstreamFindings } from '../upstreams/upstream.ts';
import { SearchedUpstream, type SearchedUpstreamDeps } from './searched-upstream.ts';

/** A Prime that another registry has found, and nothing of which is here. */
export interface ElsewhereHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Base URL of that registry. */
  readonly origin: string;
  /** Its place among what that registry has found, from 1 on. */
  readonly rank: number;
}

/** What was found elsewhere. */
export interface ElsewhereFindings {
  /** By rank, and of the same rank in the order of the registries; each name once. */
  readonly hits: readonly ElsewhereHit[];
  /** Base URLs of registries that may have found more, and have not said so in time. */
  readonly incomplete: readonly string[];
}

/** What searching elsewhere works with. */
export interface SearchElsewhereDeps extends SearchedUpstreamDeps {
  readonly store: Pick<MirrorStore, 'listStandings'>;
  /** In the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
  /** Scopes that belong here, whether or not anything of them is here. */
  readonly localScopes: ReadonlySet<string>;
}

/** What each registry has found, in their order; undefined for one that was not in time. */
type Answers = readonly (UpstreamFindings | undefined)[];

const PAGED_MAX_AGE_MS = 300_000;
const MAX_PAGED = 200;

/** The search of other registries, for one process. */
export class SearchElsewhere {
  readonly #deps: SearchElsewhereDeps;
  readonly #searched: readonly SearchedUpstream[];
  /** By text, what the last first page was made of. */
  readonly #paged: LruCache<Answers>;

  constructor(deps: SearchElsewhereDeps) {
    this.#deps = deps;
    this.#searched = deps.upstreams.map((upstream) => new SearchedUpstream(upstream, deps));
    this.#paged = new LruCache({ maxSize: MAX_PAGED, ttlMs: PAGED_MAX_AGE_MS, now: deps.now });
  }

  /**
   * Asks all of them at once. Pages behind the first go by what that one had, so that who comes late moves nothing to and fro between
   * them.
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

  /** Looked at anew each time: what was published here a moment ago belongs here. */
  async #select(answers: Answers): Promise<ElsewhereHit[]> {
    const { store, upstreams, localScopes } = this.#deps;
    const hits = new Map<string, ElsewhereHit>();
    for (const [index, upstream] of upstreams.entries()) {
      for (const [place, { name, version, description }] of (answers[index]?.hits ?? []).entries()) {
        const parsed = parsePrimeName(name);
        if (!parsed.ok || hits.has(name)) continue;
        const { scope } = parsed.value;
        if (localScopes.has(scope) || !upstream.supplies(scope)) continue;
        hits.set(name, { name, version, description, origin: upstream.url, rank: place + 1 });
      }
    }
    const standings = await store.listStandings([...hits.keys()]);
    return [...hits.values()]
      .filter(({ name }) => {
        const standing = standings.get(name);
        return standing?.isLocalScope !== true && standing?.origin === undefined;
      })
      .sort((a, b) => a.rank - b.rank);
  }
}
