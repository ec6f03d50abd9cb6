// Searches one upstream. Answers are cached for a while, and no search waits long.
import { setTimeout as delay } from 'node:timers/promises';
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import { findHiddenInText, lengthOfRequires } from '@prime-registry/protocol';
import type { Upstream, UpstreamFindings, UpstreamHit } from '../upstreams/upstream.ts';

/** How long a search waits for upstreams. */
const SEARCH_BUDGET_MS = 500;
/** How many hits of an upstream are used: as many as one answer has. */
const MAX_SEARCHED = 100;
const ANSWER_MAX_AGE_MS = 30_000;
/** For an incomplete answer, because more upstreams may answer soon. */
const PARTIAL_MAX_AGE_MS = 3000;
/** The most that cached answers of one upstream occupy. */
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;
/** What an answer occupies without hits, and a hit without texts. Estimates. */
const [ANSWER_BYTES, HIT_BYTES] = [8 * 1024, 200];
const MAX_AT_ONCE = 32;
const MAX_DESCRIPTION_LENGTH = 1000;

export interface SearchedUpstreamDeps {
  readonly now: () => number;
  /** Called with failures. */
  readonly onFailure: (error: unknown) => void;
  /** Aborts searches in flight. */
  readonly signal: AbortSignal;
}

/** One upstream, for one process. */
export class SearchedUpstream {
  readonly upstream: Upstream;
  readonly #deps: SearchedUpstreamDeps;
  readonly #answers: LruCache<UpstreamFindings>;
  readonly #searches = new SingleFlight<UpstreamFindings | undefined>();
  /** How many searches in flight have exceeded the budget. */
  #overdue = 0;

  constructor(upstream: Upstream, deps: SearchedUpstreamDeps) {
    this.upstream = upstream;
    this.#deps = deps;
    this.#answers = new LruCache({ maxSize: MAX_REMEMBERED_BYTES, sizeOf: sizeOfFindings, now: deps.now });
  }

  /** The findings of the upstream; undefined if it does not answer in time. */
  async find(text: string): Promise<UpstreamFindings | undefined> {
    const known = this.#answers.get(text);
    if (known !== undefined) return known;
    // Only one search waits for a slow upstream. Its late answer goes into the cache.
    if (this.#overdue > 0) return undefined;
    if (!this.#searches.has(text) && this.#searches.size >= MAX_AT_ONCE) return undefined;
    const search = this.#searches.run(text, () => this.#search(text));
    return Promise.race([search, delay(SEARCH_BUDGET_MS, undefined, { ref: false })]);
  }

  async #search(text: string): Promise<UpstreamFindings | undefined> {
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      this.#overdue += 1;
    }, SEARCH_BUDGET_MS);
    timer.unref();
    try {
      return await this.#ask(text);
    } finally {
      clearTimeout(timer);
      if (isOverdue) this.#overdue -= 1;
    }
  }

  async #ask(text: string): Promise<UpstreamFindings | undefined> {
    const { onFailure, signal } = this.#deps;
    try {
      const { hits, isWhole } = await this.upstream.search(text, MAX_SEARCHED, signal);
      const findings = { hits: hits.flatMap(readHit), isWhole };
      this.#answers.set(text, findings, isWhole ? ANSWER_MAX_AGE_MS : PARTIAL_MAX_AGE_MS);
      return findings;
    } catch (error) {
      if (!signal.aborted) onFailure(error);
      return undefined;
    }
  }
}

/** The bytes of findings in memory with their query, estimated; a character of another script has two. */
export function sizeOfFindings({ hits }: UpstreamFindings): number {
  return hits.reduce((sum, { name, version, description, requires = {} }) => {
    const { length } = `${name}${version}${description}`;
    return sum + HIT_BYTES + 2 * length + 4 * lengthOfRequires(requires);
  }, ANSWER_BYTES);
}

/** Drops hits whose description has hidden characters: it could not be published here. */
function readHit({ description, ...hit }: UpstreamHit): UpstreamHit[] {
  if (findHiddenInText(description) !== undefined) return [];
  if (description.length <= MAX_DESCRIPTION_LENGTH) return [{ ...hit, description }];
  const cut = description.slice(0, MAX_DESCRIPTION_LENGTH).replace(/[\ud800-\udbff]$/, '');
  // A slice keeps the whole text in memory, a copy does not.
  return [{ ...hit, description: `${Buffer.from(cut).toString()}…` }];
}
