// The mirror: a pull-through cache of upstreams. Once pulled, a version is here and is read like any other.
import type { PrimeName, SearchQuery, Version } from '@prime-registry/protocol';
import type { LifecycleRecord, SignatureRecord, VersionRecord } from '@prime-registry/store';
import { versionRemoved } from '../actions/not-found.ts';
import type { RemovalDeps } from './lists/follow-list.ts';
import { type ListVersionsDeps, listVersions, type VersionListing } from './lists/list-versions.ts';
import { ABSENCE_MAX_AGE_MS, MirroredLists, type MirroredListsDeps } from './lists/mirrored-lists.ts';
import { findRemovedElsewhere, withoutRemoved } from './lists/unite-lifecycles.ts';
import { type FindingDeps, MirroredManifests, toRecord } from './pull/mirrored-manifests.ts';
import { type FoundOriginProof, OriginProofs } from './pull/origin-proofs.ts';
import type { Pull } from './pull/pull.ts';
import { type PullDeps, Pulls } from './pull/pulls.ts';
import { findComingManifest, findSignatures } from './pull/upstream-signatures.ts';
import { type AtomElsewhere, AtomsElsewhere } from './search/atoms-elsewhere.ts';
import { type ElsewhereFindings, SearchElsewhere } from './search/search-elsewhere.ts';
import { listSuppliers } from './suppliers.ts';
import { isRemoved } from './upstreams/is-removed.ts';
import type { Upstream } from './upstreams/upstream.ts';

/** What a mirror works with. Its `upstreams` are asked in their order. */
export interface MirrorDeps extends Omit<PullDeps, 'manifests' | 'localScopes' | 'onFailure'> {
  /** Scopes that belong to this registry, with their `@`: no upstream is ever asked for them. */
  readonly localScopes: readonly string[];
  /** Called with errors that no caller gets. @param origin - base URL of the upstream, where a pull failed */
  readonly onFailure: (error: unknown, origin?: string) => void;
  /** How removals of upstreams are followed. */
  readonly removal: RemovalDeps;
}

/** The mirror of one process. */
export class Mirror {
  readonly #deps: MirrorDeps;
  readonly #listing: ListVersionsDeps;
  readonly #lists: MirroredLists;
  readonly #manifests: MirroredManifests;
  readonly #pulls: Pulls;
  readonly #proofs: OriginProofs;
  readonly #signing: FindingDeps;
  readonly #elsewhere: SearchElsewhere;
  readonly #atoms: AtomsElsewhere;
  readonly #closing = new AbortController();

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    const { store, room, upstreams, now, onFailure, removal } = deps;
    const onSaved: MirroredListsDeps['onSaved'] = (...saved) => this.#manifests.noteList(...saved);
    const lists = new MirroredLists({ store, room, now, onFailure, removal, onSaved });
    this.#lists = lists;
    this.#manifests = new MirroredManifests({ lists, store, now });
    const localScopes = new Set(deps.localScopes);
    this.#pulls = new Pulls({ ...deps, localScopes, manifests: this.#manifests });
    const finding = { store, upstreams, localScopes, manifests: this.#manifests };
    this.#signing = finding;
    this.#proofs = new OriginProofs(finding);
    const { keepsRemoved } = removal;
    this.#listing = { store, upstreams, localScopes, lists, keepsRemoved, now };
    const { signal } = this.#closing;
    this.#atoms = new AtomsElsewhere({ store, upstreams, localScopes, now });
    this.#elsewhere = new SearchElsewhere({ store, upstreams, localScopes, now, onFailure, signal });
  }

  get isOn(): boolean {
    return this.#deps.upstreams.length > 0;
  }

  /** Whether no upstream has a say about a name: everything about it is known here. */
  async isLocal(name: PrimeName): Promise<boolean> {
    return !this.isOn || (await listSuppliers(this.#listing, name)).length === 0;
  }

  /**
   * The versions of a Prime, here and upstream.
   * @param options - whether removed versions and requirements are needed; the mirror always reads them
   * @throws RegistryError `upstream_unavailable`
   */
  async listVersions(
    name: PrimeName,
    { withRemoved = true, withRequires = false } = {},
  ): Promise<VersionListing> {
    const { store } = this.#deps;
    if (this.isOn) return listVersions(this.#listing, name);
    const [versions, lifecycle] = await Promise.all([
      store.listVersions(name.full, { withRequires }),
      store.findLifecycle(name.full, { withRemoved }),
    ]);
    return { versions, lifecycle };
  }

  /**
   * The life of a Prime, as far as it is known here: no upstream is asked. Its removed versions are not complete.
   * @param origin - base URL of its upstream
   */
  async findLifecycle({ full }: PrimeName, origin: string | undefined): Promise<LifecycleRecord | undefined> {
    const { store, upstreams } = this.#deps;
    const isMirrored = origin !== undefined && upstreams.some(({ url }) => url === origin);
    if (!isMirrored) return store.findLifecycle(full, { withRemoved: false });
    const own = await store.findLifecycle(full);
    const lifecycle = await this.#lists.findLifecycle(full, origin);
    return lifecycle === undefined ? own : withoutRemoved({ lifecycle }, own);
  }

  /** Searches the upstreams for Primes that are not here; waits for them only briefly. */
  async searchElsewhere(query: Pick<SearchQuery, 'text' | 'offset'>): Promise<ElsewhereFindings> {
    return this.#elsewhere.find(query);
  }

  /**
   * Asks the upstreams which Primes have an atom that no Prime here has.
   * @throws RegistryError `upstream_unavailable`
   */
  async findAtomHomes(atomId: string): Promise<readonly AtomElsewhere[]> {
    return this.#atoms.find(atomId);
  }

  /**
   * Finds a version upstream, if there is one.
   * @throws RegistryError `upstream_unavailable`, `version_removed`, `version_removed_by_law`
   */
  async findVersion(name: PrimeName, version: Version): Promise<VersionRecord | undefined> {
    if (!this.isOn) return undefined;
    const found = await this.#find(name, version, async () =>
      this.#manifests.find(name, version, await listSuppliers(this.#listing, name)),
    );
    if (found === undefined) return undefined;
    // The contract lets a manifest lack length and time of publish: then the tarball is pulled.
    return toRecord(found) ?? (await this.pull(name, version))?.record;
  }

  /**
   * How long an answer about a version is fresh, in milliseconds; undefined if no upstream can change it.
   * Revalidates the Prime's list in the background if it is stale, so that a yank upstream is noticed.
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
   * Starts to pull a version that is not here, or joins the pull of it that is in flight.
   * @returns undefined when no upstream has the version
   * @throws RegistryError `upstream_unavailable`, `upstream_mismatch`, `version_removed`, `version_removed_by_law`
   */
  async pull(name: PrimeName, version: Version): Promise<Pull | undefined> {
    if (!this.isOn) return undefined;
    return this.#find(name, version, () => this.#pulls.pull(name, version));
  }

  /**
   * The proof that a version is in the log of the registry that it came from.
   * @throws RegistryError `upstream_unavailable`, `upstream_changed`, `upstream_mismatch`, `version_removed`,
   *   `version_removed_by_law`
   */
  async findOriginProof(name: PrimeName, version: Version): Promise<FoundOriginProof> {
    return this.#find(name, version, () => this.#proofs.find(name, version));
  }

  /**
   * The signatures of a version; undefined if there is no such version.
   * @throws RegistryError `upstream_unavailable`, `upstream_mismatch`, `version_removed`, `version_removed_by_law`
   */
  async findSignatures(name: PrimeName, version: Version): Promise<readonly SignatureRecord[] | undefined> {
    return this.#find(name, version, () => findSignatures(this.#signing, name, version));
  }

  /** The pack.yaml of a version that is not here yet, with the errors of {@link findSignatures}. */
  async findComingManifest(name: PrimeName, version: Version): Promise<string | undefined> {
    return this.#find(name, version, () => findComingManifest(this.#signing, name, version));
  }

  /**
   * Asks an upstream again for the list of a Prime that has changed there, whatever its age.
   * @returns false if the Prime does not matter here: nobody has asked for it, or the upstream has no say about it
   * @throws RegistryError `upstream_unavailable`
   */
  async revalidate(name: PrimeName, upstream: Upstream): Promise<boolean> {
    const suppliers = await listSuppliers(this.#listing, name);
    if (!suppliers.includes(upstream)) return false;
    this.#manifests.forgetPrime(name);
    return this.#lists.revalidate(name, suppliers);
  }

  /**
   * Finds something of a version. Adds to the error of one that an upstream has removed what its list says about it.
   * @throws RegistryError `version_removed` without a search if it was removed here
   */
  async #find<T>({ full }: PrimeName, version: Version, work: () => Promise<T>): Promise<T> {
    const tombstone = await this.#deps.store.findTombstone(full, version);
    if (tombstone !== undefined) throw versionRemoved(tombstone);
    try {
      return await work();
    } catch (error) {
      if (!isRemoved(error)) throw error;
      const list = await this.#deps.store.findMirroredLifecycle(full);
      const lifecycle = list && (await this.#lists.findLifecycle(full, list.origin));
      const elsewhere = list && { name: full, origin: list.origin, lifecycle };
      const removed = elsewhere && findRemovedElsewhere(elsewhere, version.identity);
      const explained = removed && versionRemoved(removed);
      throw explained?.code === error.code ? explained : error;
    }
  }

  /** Aborts all requests to upstreams, and closes them. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#pulls.close();
    await Promise.all(this.#deps.upstreams.map((upstream) => upstream.close()));
  }
}
