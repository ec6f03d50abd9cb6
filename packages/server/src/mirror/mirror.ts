// Reads of what is not here, from the registries behind this one. What has come once is here, and is read like everything else.

import type { BlobChunks } from '@prime-registry/blobs';
import { Semaphore, SingleFlight } from '@prime-registry/concurrency';
import type { PrimeName, SearchQuery, Version } from '@prime-registry/protocol';
import type { RegistryStore, VersionRecord } from '@prime-registry/store';
import { type ListVersionsDeps, listVersions, type VersionListing } from './lists/list-versions.ts';
import { ABSENCE_MAX_AGE_MS, MirroredLists } from './lists/mirrored-lists.ts';
import { type KeepDeps, keepVersion } from './pull/keep-version.ts';
import { type FoundManifest, keyOf, MirroredManifests, toRecord } from './pull/mirrored-manifests.ts';
import { fillSpool, type Pull, type Spool } from './pull/pull.ts';
import { type ElsewhereFindings, SearchElsewhere } from './search/search-elsewhere.ts';
import { listSuppliers } from './suppliers.ts';
import type { Upstream, UpstreamTarball } from './upstreams/upstream.ts';

/** What a mirror works with. */
export interface MirrorDeps extends Omit<KeepDeps, 'store'> {
  readonly store: Pick<
    RegistryStore,
    | 'findStanding'
    | 'listStandings'
    | 'findMirroredList'
    | 'saveMirroredList'
    | 'removeMirroredList'
    | 'listVersions'
    | 'findVersion'
    | 'insertVersion'
    | 'yankVersion'
  >;
  /** In the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
  /** Scopes that are never asked for elsewhere, with their `@`. */
  readonly localScopes: readonly string[];
  readonly createSpool: () => Spool;
  /** Told of what went wrong behind an answer that was given all the same; of a tarball, with where it came from. */
  readonly onFailure: (error: unknown, origin?: string) => void;
  /** Told of every tarball that has come whole, and its length. */
  readonly onPulled: (origin: string, sizeBytes: number) => void;
}

/** So many tarballs come at a time; others wait for their turn. */
const MAX_PULLS = 32;

/** Who sends a byte now and then does not keep a place for ever. */
const MAX_PULL_MS = 3_600_000;

/** The mirror of one process. */
export class Mirror {
  readonly #deps: MirrorDeps;
  readonly #listing: ListVersionsDeps;
  readonly #manifests: MirroredManifests;
  readonly #pulls = new SingleFlight<Pull | undefined>((pull) => pull?.kept);
  readonly #slots = new Semaphore(MAX_PULLS);
  readonly #closing = new AbortController();
  readonly #elsewhere: SearchElsewhere;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    const { store, upstreams, now, onFailure } = deps;
    const lists = new MirroredLists({ store, now, onFailure });
    this.#manifests = new MirroredManifests(lists, now);
    const localScopes = new Set(deps.localScopes);
    this.#listing = { store, upstreams, localScopes, lists, absenceMaxAgeMs: ABSENCE_MAX_AGE_MS, now };
    const { signal } = this.#closing;
    this.#elsewhere = new SearchElsewhere({ store, upstreams, localScopes, now, onFailure, signal });
  }

  /** Whether there are registries to ask. */
  get isOn(): boolean {
    return this.#deps.upstreams.length > 0;
  }

  /** The versions of a Prime, here and elsewhere. @throws RegistryError `upstream_unavailable` */
  async listVersions(name: PrimeName): Promise<VersionListing> {
    if (!this.isOn) return { versions: await this.#deps.store.listVersions(name.full) };
    return listVersions(this.#listing, name);
  }

  /** What the others find of what is not here, within a moment. */
  async searchElsewhere(query: Pick<SearchQuery, 'text' | 'offset'>): Promise<ElsewhereFindings> {
    return this.#elsewhere.find(query);
  }

  /** A version that is not here. @returns undefined when it is nowhere @throws RegistryError `upstream_unavailable` */
  async findVersion(name: PrimeName, version: Version): Promise<VersionRecord | undefined> {
    if (!this.isOn) return undefined;
    const suppliers = await listSuppliers(this.#listing, name);
    const found = await this.#manifests.find(name, version, suppliers);
    if (found === undefined) return undefined;
    // Not every registry says all that ours does: then the tarball has to.
    return toRecord(found) ?? (await this.pull(name, version))?.record;
  }

  /**
   * For how long an answer about a version may be given again, in milliseconds; undefined where no other registry has a say in it.
   * Sees to it that what is known of the Prime is asked for again when its time has come.
   */
  freshForMs(name: PrimeName, record: VersionRecord | undefined): number | undefined {
    if (!this.isOn) return undefined;
    if (record === undefined) return ABSENCE_MAX_AGE_MS;
    const upstream = this.#deps.upstreams.find(({ url }) => url === record.origin);
    if (upstream === undefined) return undefined;
    this.listVersions(name).catch((error: unknown) => this.#deps.onFailure(error));
    return upstream.listMaxAgeMs;
  }

  /**
   * Begins to pull a version that is not here, or joins those who are waiting for it.
   * @returns undefined when it is nowhere
   * @throws RegistryError `upstream_unavailable`, `upstream_mismatch`
   */
  async pull(name: PrimeName, version: Version): Promise<Pull | undefined> {
    if (!this.isOn) return undefined;
    return this.#pulls.run(keyOf(name, version), () => this.#start(name, version));
  }

  /** Breaks off what is coming. */
  async close(): Promise<void> {
    this.#closing.abort();
    const pulls = await Promise.allSettled(this.#pulls.values());
    await Promise.all(pulls.map((pull) => (pull.status === 'fulfilled' ? pull.value?.kept : undefined)));
    await Promise.all(this.#deps.upstreams.map((upstream) => upstream.close()));
  }

  async #start(name: PrimeName, version: Version): Promise<Pull | undefined> {
    const release = await this.#slots.acquire();
    try {
      const pull = (await this.#findHere(name, version)) ?? (await this.#open(name, version));
      if (pull === undefined) release();
      else void pull.kept.finally(release);
      return pull;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #open(name: PrimeName, version: Version): Promise<Pull | undefined> {
    if (this.#manifests.isAbsent(name, version)) return undefined;
    const suppliers = await listSuppliers(this.#listing, name);
    const [only] = suppliers;
    // Whose it is has to be known first, if there are several to ask.
    const isSure = suppliers.length === 1 || this.#manifests.recall(name, version) !== undefined;
    const finding = this.#manifests.find(name, version, suppliers);
    const upstream = isSure
      ? (this.#manifests.recall(name, version)?.upstream ?? only)
      : (await finding)?.upstream;
    if (upstream === undefined) return undefined;

    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#closing.signal, AbortSignal.timeout(MAX_PULL_MS)]);
    const sha256 = finding.then((found) => found?.manifest.sha256 ?? '');
    sha256.catch(() => undefined);
    // Both at once, so that the first byte is one round trip away.
    const opening = upstream.openTarball(name.full, version.full, sha256, signal);
    const [found, tarball] = await Promise.all([finding, opening]).catch((error: unknown) => {
      ending.abort();
      throw error;
    });
    if (found === undefined || tarball === undefined) {
      ending.abort();
      return undefined;
    }
    return this.#stream(name, version, found, tarball);
  }

  async #stream(
    name: PrimeName,
    version: Version,
    found: FoundManifest,
    { sizeBytes, chunks }: UpstreamTarball,
  ): Promise<Pull> {
    const { createSpool, onPulled, onFailure, now } = this.#deps;
    const { upstream } = found;
    const spool = createSpool();
    const recordOf = (length: number | undefined): VersionRecord | undefined =>
      toRecord(found, { publishedAtMs: now(), sizeBytes: length });
    const filling = fillSpool(spool, chunks, async (body) => {
      onPulled(upstream.url, spool.sizeBytes);
      const record = recordOf(spool.sizeBytes);
      if (record !== undefined) await keepVersion(this.#deps, { name, version, record, upstream }, body);
    });
    const kept = filling.then(
      () => undefined,
      (error: unknown) => {
        // Its manifest may be what was wrong.
        this.#manifests.forget(name, version);
        onFailure(error, upstream.url);
        return { error };
      },
    );
    let record = recordOf(sizeBytes);
    if (record === undefined) {
      await spool.whole();
      record = recordOf(spool.sizeBytes);
    }
    if (record === undefined) throw new Error('a tarball that is whole has a length');
    const read = async (): Promise<BlobChunks> => {
      const coming = spool.read();
      if (coming !== undefined) return coming;
      // It was over before this reader began.
      const here = await this.#findHere(name, version);
      if (here !== undefined) return here.read();
      throw (await kept)?.error;
    };
    return { record, kept, begun: () => spool.begun(), read };
  }

  /** Somebody else's pull may have ended since it was looked for. */
  async #findHere(name: PrimeName, version: Version): Promise<Pull | undefined> {
    const { store, blobs } = this.#deps;
    const record = await store.findVersion(name.full, version);
    if (record === undefined) return undefined;
    const read = (): Promise<BlobChunks> => blobs.read(record.sha256, record.sizeBytes);
    return { record, kept: Promise.resolve(undefined), begun: async () => undefined, read };
  }
}
