// Version lists of upstreams: cached for a while, then revalidated by entity tag. A stale list is used when
// the upstream does not answer.
import { setTimeout as delay } from 'node:timers/promises';
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import { type PrimeName, RegistryError } from '@prime-registry/protocol';
import type { ListedVersion, MirroredList } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';
import type { MirrorRoom } from '../evict/mirror-room.ts';
import type { ListAnswer, Upstream } from '../upstreams/upstream.ts';
import { type FollowDeps, followList } from './follow-list.ts';
import { ParsedLists } from './parsed-lists.ts';

/** A version list, and how fresh it is. */
export interface MirroredVersions {
  /** Base URL of the upstream. */
  readonly origin: string;
  /** In ascending precedence, yanked ones included. */
  readonly versions: readonly ListedVersion[];
  /** What happened to the Prime after its publishes. */
  readonly lifecycle: UpstreamLifecycle | undefined;
  /** When the upstream last confirmed the list; undefined if a clock was wrong. */
  readonly checkedAtMs: number | undefined;
  /** How long the list stays fresh, in milliseconds; 0 or less if it is stale. */
  readonly freshForMs: number;
  /** Whether the upstream was asked for this answer. */
  readonly isAsked: boolean;
}

export interface MirroredListsDeps extends FollowDeps {
  /** A list for which there is no room is not stored, and is requested again. Undefined for no bound. */
  readonly room?: Pick<MirrorRoom, 'use'>;
  /** Called with each list that is stored, and its time. */
  readonly onSaved?: (name: PrimeName, checkedAtMs: number) => void;
}

/** How long a caller with a stale list waits for a fresh one. */
const PATIENCE_MS = 1000;
/** How long it is cached that no upstream has a name. */
export const ABSENCE_MAX_AGE_MS = 30_000;
/**
 * The time of a revalidation is kept in memory, and stored only this often: every commit invalidates the
 * response cache.
 */
const STORE_CHECK_AFTER_MS = 600_000;
const MAX_REMEMBERED = 50_000;
/** More than any list has that this program accepts from an upstream. */
const MAX_BODY_LENGTH = 8 * 1024 * 1024;

/** The lists of one process. */
export class MirroredLists {
  readonly #deps: MirroredListsDeps;
  /** By name and suppliers. */
  readonly #absent: LruCache<true>;
  /** The last revalidation by name, where it is later than the stored one. */
  readonly #checkedAtMs: LruCache<number>;
  readonly #parsed = new ParsedLists();
  readonly #flights = new SingleFlight<MirroredVersions | undefined>();

  constructor(deps: MirroredListsDeps) {
    this.#deps = deps;
    this.#absent = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
    this.#checkedAtMs = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
  }

  /**
   * Finds the list of a Prime. A stale one is returned if no fresh one arrives in time.
   * @returns undefined if all suppliers have answered that there is no such Prime
   * @throws RegistryError `upstream_unavailable` if that is unknown
   */
  async find(name: PrimeName, suppliers: readonly Upstream[]): Promise<MirroredVersions | undefined> {
    const known = await this.#recall(name, suppliers);
    if (known !== undefined && known.freshForMs > 0) return known;
    if (this.#absent.get(questionOf(name, suppliers))) return undefined;
    const refreshing = this.refresh(name, suppliers);
    if (known === undefined) return refreshing;
    const overdue = refreshing.catch((error: unknown) => {
      this.#deps.onFailure(error);
      return known;
    });
    return Promise.race([overdue, delay(PATIENCE_MS, known, { ref: false })]);
  }

  /**
   * Revalidates the list of a Prime, even if it is fresh.
   * @returns undefined if all suppliers have answered that there is no such Prime
   * @throws RegistryError `upstream_unavailable`
   */
  refresh(name: PrimeName, suppliers: readonly Upstream[]): Promise<MirroredVersions | undefined> {
    const question = questionOf(name, suppliers);
    return this.#flights.run(question, async () => {
      const list = await this.#ask(name, suppliers);
      if (list === undefined) this.#absent.set(question, true, ABSENCE_MAX_AGE_MS);
      return list;
    });
  }

  /**
   * Revalidates the list of a Prime that has changed in an upstream, and forgets that no upstream had it.
   * @returns false if nobody has asked for it yet, and none of its versions is here
   * @throws RegistryError `upstream_unavailable`
   */
  async revalidate(name: PrimeName, suppliers: readonly Upstream[]): Promise<boolean> {
    const { store } = this.#deps;
    const question = questionOf(name, suppliers);
    this.#absent.delete(question);
    if ((await store.findMirroredLifecycle(name.full)) === undefined) {
      const { origin } = await store.findStanding(name.full);
      if (origin === undefined) return false;
    }
    // The answer to a request that is in flight may be older than the change.
    if (this.#flights.has(question)) await this.refresh(name, suppliers).catch(() => undefined);
    await this.refresh(name, suppliers);
    return true;
  }

  /** What the stored list of an upstream says besides its versions; no upstream is asked. */
  async findLifecycle(name: string, origin: string): Promise<UpstreamLifecycle | undefined> {
    const stored = await this.#deps.store.findMirroredLifecycle(name);
    return stored?.origin === origin ? this.#parsed.lifecycleOf(stored) : undefined;
  }

  async #recall(
    { full }: PrimeName,
    suppliers: readonly Upstream[],
  ): Promise<(MirroredVersions & ListAnswer) | undefined> {
    const stored = await this.#findStored(full);
    const supplier = suppliers.find(({ url }) => url === stored?.origin);
    if (stored === undefined || supplier === undefined) return undefined;
    const nowMs = this.#deps.now();
    // A time in the future is that of a clock that was ahead: it says nothing about the age of the list.
    const times = [stored.checkedAtMs, this.#checkedAtMs.get(full) ?? 0];
    const checkedAtMs = times.toSorted((a, b) => b - a).find((timeMs) => 0 < timeMs && timeMs <= nowMs);
    const versions = this.#parsed.versionsOf(stored);
    const lifecycle = this.#parsed.lifecycleOf(stored);
    const { origin, etag } = stored;
    const freshForMs = checkedAtMs === undefined ? 0 : supplier.listMaxAgeMs - (nowMs - checkedAtMs);
    return { origin, etag, versions, lifecycle, checkedAtMs, freshForMs, isAsked: false };
  }

  /** A list that an earlier program stored without a limit is removed: each read would load all of it. */
  async #findStored(name: string): Promise<MirroredList | undefined> {
    const { store } = this.#deps;
    const stored = await store.findMirroredList(name);
    if (stored === undefined || lengthOf(stored) <= MAX_BODY_LENGTH) return stored;
    await store.removeMirroredList(name);
    return undefined;
  }

  async #ask(name: PrimeName, suppliers: readonly Upstream[]): Promise<MirroredVersions | undefined> {
    const { store, now } = this.#deps;
    const stored = await this.#findStored(name.full);
    for (const upstream of suppliers) {
      const { url } = upstream;
      const before = stored?.origin === url ? stored : undefined;
      // Not when the answer arrives: the upstream may have made it long before.
      const checkedAtMs = now();
      const answer = await upstream.fetchList(name.full, before && this.#toAnswer(before));
      // Undefined is the 404 of this upstream. A failure throws and ends the loop: a later upstream must not
      // take its place.
      if (answer === undefined) continue;
      const newer = await this.#recallNewer(name, suppliers, { url, checkedAtMs });
      if (newer !== undefined) return newer;
      const list = {
        name: name.full,
        origin: url,
        etag: answer.etag,
        body: this.#parsed.bodyOf(name.full, answer, before),
        lifecycle: this.#parsed.lifecycleTextOf(name.full, answer, before),
        checkedAtMs,
      };
      const isSame =
        before !== undefined &&
        before.body === list.body &&
        before.lifecycle === list.lifecycle &&
        !before.isOutdated &&
        before.etag === list.etag;
      // Clocks of processes may differ a little; a time far in the future would make others ask again and again.
      if (!isSame || Math.abs(checkedAtMs - before.checkedAtMs) > STORE_CHECK_AFTER_MS) {
        await this.#save(list);
        this.#deps.onSaved?.(name, checkedAtMs);
      }
      this.#checkedAtMs.set(name.full, checkedAtMs, STORE_CHECK_AFTER_MS * 2);
      const { versions, lifecycle } = answer;
      await followList(this.#deps, { name: name.full, origin: url, versions, lifecycle });
      const freshForMs = upstream.listMaxAgeMs;
      return { origin: url, versions, lifecycle, checkedAtMs, freshForMs, isAsked: true };
    }
    if (suppliers.some(({ url }) => url === stored?.origin)) await store.removeMirroredList(name.full);
    return undefined;
  }

  /**
   * The list that another process has asked an upstream for later, and stored sooner: the older answer would take back
   * what that one says, such as a yank.
   */
  async #recallNewer(
    name: PrimeName,
    suppliers: readonly Upstream[],
    { url, checkedAtMs }: { readonly url: string; readonly checkedAtMs: number },
  ): Promise<MirroredVersions | undefined> {
    const stored = await this.#findStored(name.full);
    // A list from the future is that of a clock that was ahead.
    const isNewer = stored !== undefined && stored.checkedAtMs > checkedAtMs;
    if (!isNewer || stored.origin !== url || stored.checkedAtMs > this.#deps.now()) return undefined;
    const list = await this.#recall(name, suppliers);
    return list && { ...list, isAsked: true };
  }

  async #save(list: MirroredList): Promise<void> {
    const { store, room } = this.#deps;
    if (room === undefined) await store.saveMirroredList(list);
    else await room.use(lengthOf(list), () => store.saveMirroredList(list));
  }

  /** A list of an earlier program is asked for whole: its tag stands for more than that program has read. */
  #toAnswer(stored: MirroredList): ListAnswer {
    return {
      etag: stored.isOutdated || stored.lifecycle === undefined ? undefined : stored.etag,
      versions: this.#parsed.versionsOf(stored),
      lifecycle: this.#parsed.lifecycleOf(stored),
    };
  }
}

function lengthOf({ body, lifecycle = '' }: Pick<MirroredList, 'body' | 'lifecycle'>): number {
  return body.length + lifecycle.length;
}

function questionOf({ full }: PrimeName, suppliers: readonly Upstream[]): string {
  return `${full} ${suppliers.map(({ url }) => url).join(' ')}`;
}

/** Whether an error says that an upstream could not be asked. */
export function isUpstreamFailure(error: unknown): error is RegistryError {
  return error instanceof RegistryError && error.code === 'upstream_unavailable';
}
