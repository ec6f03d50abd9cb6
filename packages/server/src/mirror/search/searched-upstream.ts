// Searches one upstream. Answers are cached for a while, and no search waits long.
import { setTimeout as delay } from 'node:timers/promises';
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import { findHiddenInText } from '@prime-registry/protocol';
import type { Upstream, UpstreamFindings, UpstreamHit } from '../upstreams/upstream.ts';

/** How long a search waits for upstreams. */
const SEARCH_BUDGET_MS = 500;
/** How many hits of an upstream are used: as many as one answer has. */
const MAX_SEARCHED = 100;
const ANSWER_MAX_AGE_MS = 30_000;
/** For an incomplete answer, because more upstreams may answer soon. */
const PARTIAL_MAX_AGE_MS = 3000;
const MAX_REMEMBERED = 100;
const MAX_AT_ONCE = 32;
const MAX_DESCRIPTION_LENGTH = 1000;

/** What searches of an upstream work with. */
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
    this.#answers = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
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

/** Drops hits whose description has hidden characters: it could not be published here. */
function readHit({ name, version, description }: UpstreamHit): UpstreamHit[] {
  if (findHiddenInText(description) !== undefined) return [];
  const isLong = description.length > MAX_DESCRIPTION_LENGTH;
  const cut = isLong
    ? `${description.slice(0, MAX_DESCRIPTION_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : description;
  return [{ name, version, description: cut }];
}
