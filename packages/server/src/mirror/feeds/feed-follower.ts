// Follows the change feed of one upstream: what it yanks, removes or publishes is noticed here within a second, instead
// of when the list of the Prime is too old. It only looks again at lists, so it can miss nothing that a list says.
import { setTimeout as delay } from 'node:timers/promises';
import { forEachConcurrently, Lease } from '@prime-registry/concurrency';
import { END_OF_CHANGES, type PrimeName, parsePrimeName } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { isUpstreamFailure } from '../lists/mirrored-lists.ts';
import { listBoundNames } from '../sync/bound-names.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { ABSENT_FEED_MS, isFeedAbsent, noteAbsentFeed } from './absent-feed.ts';
import { hasShrunk, isAtEnd, isSparse, namesOf } from './feed-pages.ts';

export interface FeedFollowerDeps {
  readonly upstream: Upstream;
  readonly store: RegistryStore;
  /**
   * Looks again at what the upstream says about a Prime.
   * @returns false if the Prime does not matter here
   * @throws as `MirroredLists.refresh` does
   */
  readonly revalidate: (name: PrimeName, upstream: Upstream) => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the feed cannot be followed; again only for another reason. */
  readonly onFailure: (url: string, error: unknown) => void;
}

const READER = 'follow';
/** Of several processes on the same data, one follows. */
const LEASE = { leaseMs: 60_000, renewAfterMs: 20_000 };
/** How long the upstream waits for a change in one request, in seconds. Shorter than the lease. */
const WAIT_S = 15;
/** Primes that are looked at again at the same time: readers come first. */
const AT_ONCE = 2;
/** Attempts at the changes of one page; what then still fails is left to the age of the lists. */
const MAX_ATTEMPTS = 5;
/** The cursor is saved this often if nothing changes: every commit makes cached responses stale. */
const SAVE_AFTER_MS = 600_000;
/**
 * The pause after a change, so that a busy upstream is asked twice a second and not for each of its changes; and after an
 * answer that says nothing and came at once, or hardly anything, from an upstream that does not wait or never ends.
 */
const BETWEEN_CHANGES_MS = 500;
/** How often a process that does not follow looks whether it may: a read, without a commit. */
const TAKE_OVER_AFTER_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** The follower of one upstream in one process. */
export class FeedFollower {
  readonly #deps: FeedFollowerDeps;
  readonly #lease: Lease;
  readonly #stopping = new AbortController();
  #running = Promise.resolve();
  /** Polls that failed in a row. */
  #failures = 0;
  /** Attempts at the changes of one page that failed. */
  #attempts = 0;
  #lastFailure: string | undefined;
  #hasFollowed = false;
  #savedAtMs = 0;

  constructor(deps: FeedFollowerDeps) {
    this.#deps = deps;
    const { store, now, upstream } = deps;
    this.#lease = new Lease({ ...LEASE, ...{ store, now }, name: `feed ${upstream.url}` });
  }

  /** Starts to follow. Call it once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Stops at once; resolves when nothing runs. Another process can follow then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#lease.end().catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pauseMs = await this.#follow().catch((error: unknown) => this.#noteFailure(error));
      // With jitter, so that several processes do not ask at the same time.
      const jitteredMs = pauseMs * (0.75 + Math.random() / 2);
      await delay(jitteredMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Follows until that is not possible. @returns how long to wait before the next attempt, in milliseconds */
  async #follow(): Promise<number> {
    const { upstream, store } = this.#deps;
    const { url } = upstream;
    if (await isFeedAbsent(this.#deps, url)) return ABSENT_FEED_MS / 24;
    if (!(await this.#lease.hold())) return TAKE_OVER_AFTER_MS;
    const known = await store.findFeedCursor({ url, reader: READER });
    let hasStartedOver = false;
    for (let cursor = known?.cursor ?? END_OF_CHANGES; ; ) {
      const { signal } = this.#stopping;
      const askedAtMs = performance.now();
      const page = await upstream.readChanges(cursor, { waitS: WAIT_S, signal });
      if (page === undefined) {
        await noteAbsentFeed(this.#deps, url);
        return 0;
      }
      if (!(await this.#lease.hold())) return TAKE_OVER_AFTER_MS;
      if (page === 'restarted' || hasShrunk(page)) {
        // To look at everything again and again would be what it wants.
        if (hasStartedOver) throw new Error('the change feed is that of another log each time');
        cursor = await this.#startOver();
        hasStartedOver = true;
        continue;
      }
      hasStartedOver = false;
      const isRelevant = await this.#deal(namesOf(page.changes));
      this.#hasFollowed = true;
      this.#failures = 0;
      this.#lastFailure = undefined;
      cursor = page.next;
      if (isRelevant || this.#deps.now() - this.#savedAtMs > SAVE_AFTER_MS) await this.#save(cursor);
      const isEmpty = page.changes.length === 0;
      const cameAtOnce = performance.now() - askedAtMs < BETWEEN_CHANGES_MS;
      if (isEmpty ? cameAtOnce : isAtEnd(page) || isSparse(page))
        await delay(BETWEEN_CHANGES_MS, undefined, { signal, ref: false });
    }
  }

  /** Looks at Primes again. @returns whether any of them matters here */
  async #deal(names: Iterable<string> | AsyncIterable<string>): Promise<boolean> {
    let isRelevant = false;
    try {
      await forEachConcurrently(names, { limit: AT_ONCE }, async (name) => {
        if (await this.#revalidate(name)) isRelevant = true;
      });
    } catch (error) {
      this.#attempts += 1;
      throw error;
    }
    this.#attempts = 0;
    return isRelevant;
  }

  /** @throws RegistryError `upstream_unavailable` if another attempt may help */
  async #revalidate(name: string): Promise<boolean> {
    const { revalidate, upstream, onFailure } = this.#deps;
    const parsed = parsePrimeName(name);
    if (!parsed.ok) return false;
    this.#stopping.signal.throwIfAborted();
    try {
      return await revalidate(parsed.value, upstream);
    } catch (error) {
      if (isUpstreamFailure(error) && this.#attempts < MAX_ATTEMPTS) throw error;
      onFailure(upstream.url, error);
      return false;
    }
  }

  /**
   * The log is not the one that was read: everything that came from the upstream may have changed.
   * @returns where to continue
   */
  async #startOver(): Promise<string> {
    const { store, upstream } = this.#deps;
    const { url } = upstream;
    const page = await upstream.readChanges(END_OF_CHANGES, { waitS: 0, signal: this.#stopping.signal });
    await this.#deal(listBoundNames({ store, origin: url }, undefined));
    if (page === undefined || page === 'restarted') return END_OF_CHANGES;
    await this.#save(page.next);
    return page.next;
  }

  async #save(cursor: string): Promise<void> {
    const { store, upstream, now } = this.#deps;
    this.#savedAtMs = now();
    await store.saveFeedCursor({ url: upstream.url, reader: READER, cursor, atMs: this.#savedAtMs });
  }

  /** @returns how long to wait, in milliseconds */
  #noteFailure(error: unknown): number {
    if (this.#stopping.signal.aborted) return 0;
    const reason = error instanceof Error ? error.message : String(error);
    // An upstream that cannot be asked at all is named by its probes and by reads.
    const isExpected = isUpstreamFailure(error) && !this.#hasFollowed;
    if (reason !== this.#lastFailure && !isExpected) this.#deps.onFailure(this.#deps.upstream.url, error);
    this.#lastFailure = reason;
    this.#failures += 1;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - 1, 10));
  }
}
