// Lists of versions of other registries: given for a while without asking, then asked for again by entity tag, and given all the same
// when nobody answers.
import { setTimeout as delay } from 'node:timers/promises';
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import { type PrimeName, parseVersion, RegistryError } from '@prime-registry/protocol';
import type { MirrorStore, VersionStore } from '@prime-registry/store';
import { mirrorActs } from '../mirror-acts.ts';
import type { ListAnswer, Upstream, UpstreamVersion } from '../upstreams/upstream.ts';

/** A list, and how good it is. */
export interface MirroredVersions {
  /** Base URL of the registry whose list it is. */
  readonly origin: string;
  /** In ascending precedence, yanked ones included. */
  readonly versions: readonly UpstreamVersion[];
  /** When that registry last said so. */
  readonly checkedAtMs: number;
  /** For how much longer it may be given without asking, in milliseconds; below 0 for one that is overdue. */
  readonly freshForMs: number;
  /** Whether that registry was asked for it just now. */
  readonly isAsked: boolean;
}

/** What the lists work with. */
export interface MirroredListsDeps {
  readonly store: Pick<MirrorStore, 'findMirroredList' | 'saveMirroredList' | 'removeMirroredList'> &
    Pick<VersionStore, 'listVersions' | 'yankVersion'>;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Who has an old list waits so long for a newer one. */
const PATIENCE_MS = 1000;
/** How long it is remembered that nobody has a name. */
export const ABSENCE_MAX_AGE_MS = 30_000;
/** When a list was last asked for is kept in memory, and stored only so often: every commit makes others read anew. */
const STORE_CHECK_AFTER_MS = 600_000;
const MAX_REMEMBERED = 50_000;

/** The lists, for one process. */
export class MirroredLists {
  readonly #deps: MirroredListsDeps;
  /** By name, and who was asked. */
  readonly #absent: LruCache<true>;
  /** When lists were last said to hold, where that is later than what is stored. */
  readonly #checkedAtMs: LruCache<number>;
  readonly #flights = new SingleFlight<MirroredVersions | undefined>();

  constructor(deps: MirroredListsDeps) {
    this.#deps = deps;
    this.#absent = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
    this.#checkedAtMs = new LruCache({ maxSize: MAX_REMEMBERED, now: deps.now });
  }

  /**
   * Finds the list of a name. One that is overdue is given when no newer one can be had.
   * @returns undefined when all of the suppliers have said that there is no such Prime
   * @throws RegistryError `upstream_unavailable` when it is not known whether there is
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
   * Asks for the list of a name, however fresh the one that is known.
   * @returns undefined when all of the suppliers have said that there is no such Prime
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

  async #recall(
    { full }: PrimeName,
    suppliers: readonly Upstream[],
  ): Promise<(MirroredVersions & ListAnswer) | undefined> {
    const stored = await this.#deps.store.findMirroredList(full);
    const supplier = suppliers.find(({ url }) => url === stored?.origin);
    if (stored === undefined || supplier === undefined) return undefined;
    const checkedAtMs = Math.max(stored.checkedAtMs, this.#checkedAtMs.get(full) ?? 0);
    const ageMs = Math.max(0, this.#deps.now() - checkedAtMs);
    const versions = JSON.parse(stored.body) as UpstreamVersion[];
    const { origin, etag } = stored;
    const freshForMs = supplier.listMaxAgeMs - ageMs;
    return { origin, etag, versions, checkedAtMs, freshForMs, isAsked: false };
  }

  async #ask(name: PrimeName, suppliers: readonly Upstream[]): Promise<MirroredVersions | undefined> {
    const { store, now } = this.#deps;
    const stored = await store.findMirroredList(name.full);
    for (const upstream of suppliers) {
      const { url } = upstream;
      const before = stored?.origin === url ? stored : undefined;
      const versions = before && (JSON.parse(before.body) as UpstreamVersion[]);
      const answer = await upstream.fetchList(name.full, versions && { etag: before?.etag, versions });
      // Its 404. What is no answer is an error, and ends the search: whoever comes later in order may not take its place.
      if (answer === undefined) continue;
      const checkedAtMs = now();
      const list = {
        name: name.full,
        origin: url,
        etag: answer.etag,
        body: JSON.stringify(answer.versions),
        checkedAtMs,
      };
      const isSame = before !== undefined && before.body === list.body && before.etag === list.etag;
      if (!isSame || checkedAtMs - before.checkedAtMs > STORE_CHECK_AFTER_MS)
        await store.saveMirroredList(list);
      this.#checkedAtMs.set(name.full, checkedAtMs, STORE_CHECK_AFTER_MS * 2);
      await this.#followYanks(name, url, answer.versions);
      const freshForMs = upstream.listMaxAgeMs;
      return { origin: url, versions: answer.versions, checkedAtMs, freshForMs, isAsked: true };
    }
    if (suppliers.some(({ url }) => url === stored?.origin)) await store.removeMirroredList(name.full);
    return undefined;
  }

  /** What was yanked there is yanked here; what is gone there stays. */
  async #followYanks(name: PrimeName, origin: string, versions: readonly UpstreamVersion[]): Promise<void> {
    const { store, now } = this.#deps;
    if (!versions.some(({ yanked }) => yanked)) return;
    const here = new Map((await store.listVersions(name.full)).map((listed) => [listed.version, listed]));
    for (const { version, yanked } of versions) {
      const parsed = parseVersion(version);
      if (!yanked || !parsed.ok || here.get(version)?.yanked !== false) continue;
      const act = mirrorActs('yank', now(), origin);
      const yank = { name: name.full, version: parsed.value, yankedAtMs: now(), yankedBy: act.actorId };
      await store.yankVersion({ ...yank, reason: `yanked at ${origin}`, act });
    }
  }
}

function questionOf({ full }: PrimeName, suppliers: readonly Upstream[]): string {
  return `${full} ${suppliers.map(({ url }) => url).join(' ')}`;
}

/** Whether it is another registry that could not be asked. */
export function isUpstreamFailure(error: unknown): error is RegistryError {
  return error instanceof RegistryError && error.code === 'upstream_unavailable';
}
