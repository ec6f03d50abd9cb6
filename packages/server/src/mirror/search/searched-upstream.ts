// Searches of one other registry: each is asked once and remembered for a while, and none is waited for longer than a moment.
import { setTimeout as delay } from 'node:timers/promises';
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import { findHiddenInText } from '@prime-registry/protocol';
import type { Upstream, UpstreamFindings, UpstreamHit } from '../upstreams/upstream.ts';

/** So long a search waits for other registries. */
const SEARCH_BUDGET_MS = 500;
/** So many of what a registry finds are looked at: as many as one answer has. */
const MAX_SEARCHED = 100;
const ANSWER_MAX_AGE_MS = 30_000;
/** Of an answer that others behind that registry may add to soon. */
const PARTIAL_MAX_AGE_MS = 3000;
const MAX_REMEMBERED = 100;
const MAX_AT_ONCE = 32;
const MAX_DESCRIPTION_LENGTH = 1000;

/** What a searched registry works with. */
export interface SearchedUpstreamDeps {
  readonly now: () => number;
  /** Told of what went wrong. */
  readonly onFailure: (error: unknown) => void;
  /** Ends what is still asked. */
  readonly signal: AbortSignal;
}

/** One registry, for one process. */
export class SearchedUpstream {
  readonly upstream: Upstream;
  readonly #deps: SearchedUpstreamDeps;
  readonly #answers: LruCache<UpstreamFindings>;
  readonly #searches = new SingleFlight<UpstreamFindings | undefined>();
  /** How many questions are waited for no more. */
  #overdue = 0;

  constructor(upstream: Upstream, deps: SearchedUpstreamDeps) {
    this.upstream = upstream;
    this.#deps = deps;
    this.#answers = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
  }

  /** What it finds; undefined when it has not said so in time. */
  async find(text: string): Promise<UpstreamFindings | undefined> {
    const known = this.#answers.get(text);
    if (known !== undefined) return known;
    // It is waited for once, and not by everybody: what comes late is for those who ask then.
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

/** Not what could not be published here for what nobody sees in it. */
function readHit({ name, version, description }: UpstreamHit): UpstreamHit[] {
  if (findHiddenInText(description) !== undefined) return [];
  const isLong = description.length > MAX_DESCRIPTION_LENGTH;
  const cut = isLong
    ? `${description.slice(0, MAX_DESCRIPTION_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : description;
  return [{ name, version, description: cut }];
}
