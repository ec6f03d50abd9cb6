// Manifests of versions that are not here, cached for a while: a download that follows needs no second
// request for the digest.
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import {
  isFingerprint,
  MAX_SIGNATURES,
  type PrimeName,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { RegistryStore, SeenVersion, VersionRecord } from '@prime-registry/store';
import { isShowable, readTime } from '../../tasks/lists/read-list-lifecycle.ts';
import { ABSENCE_MAX_AGE_MS, type MirroredLists } from '../lists/mirrored-lists.ts';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import { isRemoved } from '../upstreams/is-removed.ts';
import type { ToldVersion, Upstream, UpstreamManifest } from '../upstreams/upstream.ts';

export interface FoundManifest {
  readonly upstream: Upstream;
  readonly manifest: UpstreamManifest;
}

const MAX_REMEMBERED = 5000;
/** Characters of all cached manifests, approximately: an upstream chooses how long its manifests are. */
const MAX_REMEMBERED_LENGTH = 16 * 1024 * 1024;

export interface MirroredManifestsDeps {
  readonly lists: MirroredLists;
  readonly store: RegistryStore;
  readonly now: () => number;
}

/** The manifests of one process. */
export class MirroredManifests {
  readonly #lists: MirroredLists;
  readonly #store: MirroredManifestsDeps['store'];
  readonly #found: LruCache<FoundManifest>;
  readonly #absent: LruCache<true>;
  /** Errors of removed versions. */
  readonly #removed: LruCache<RegistryError>;
  /** The time of the stored list by Prime, since which what is cached of the Prime was asked for. */
  readonly #listedAtMs: LruCache<number>;
  readonly #flights = new SingleFlight<FoundManifest | undefined>();

  constructor({ lists, store, now }: MirroredManifestsDeps) {
    this.#lists = lists;
    this.#store = store;
    this.#found = new LruCache({ maxSize: MAX_REMEMBERED_LENGTH, sizeOf: lengthOf, now });
    this.#absent = new LruCache({ maxSize: MAX_REMEMBERED, now });
    this.#removed = new LruCache({ maxSize: MAX_REMEMBERED, now });
    this.#listedAtMs = new LruCache({ maxSize: MAX_REMEMBERED * 2, now });
  }

  /** The manifest, if it is cached and its upstream may supply the name: an operator can change that. */
  recall(name: PrimeName, version: Version, suppliers: readonly Upstream[]): FoundManifest | undefined {
    const found = this.#found.get(keyOf(name, version));
    return found !== undefined && suppliers.includes(found.upstream) ? found : undefined;
  }

  /** Whether it is cached that no upstream has the version. */
  async isAbsent(name: PrimeName, version: Version): Promise<boolean> {
    await this.#noticeList(name);
    return this.#absent.get(questionOf(name, version)) === true;
  }

  remember(name: PrimeName, version: Version, found: FoundManifest): void {
    this.#found.set(keyOf(name, version), found, found.upstream.listMaxAgeMs);
  }

  forget(name: PrimeName, version: Version): void {
    this.#found.delete(keyOf(name, version));
  }

  /** Forgets the manifests of a Prime that has changed, and which versions it does not have. */
  forgetPrime({ full }: PrimeName): void {
    for (const known of [this.#found, this.#absent, this.#removed])
      for (const key of [...known.keys()]) if (key.startsWith(`${full}@`)) known.delete(key);
  }

  /** Forgets what is cached of a Prime if its list was stored again: it has changed, in the view of any process. */
  noteList(name: PrimeName, checkedAtMs: number): void {
    const before = this.#listedAtMs.get(name.full);
    if (before !== undefined && before !== checkedAtMs) this.forgetPrime(name);
    this.#listedAtMs.set(name.full, checkedAtMs);
  }

  /**
   * Finds a manifest. The first upstream that has the Prime decides: if it does not have the version, no
   * other one is asked.
   * @returns undefined if there is no such version
   * @throws RegistryError `upstream_unavailable` if that is unknown; `version_removed`, `version_removed_by_law`
   */
  async find(
    name: PrimeName,
    version: Version,
    suppliers: readonly Upstream[],
  ): Promise<FoundManifest | undefined> {
    const question = questionOf(name, version);
    await this.#noticeList(name);
    const known = this.recall(name, version, suppliers);
    if (known !== undefined) return known;
    if (this.#absent.get(question)) return undefined;
    const removed = this.#removed.get(question);
    if (removed !== undefined) throw removed;
    return this.#flights.run(question, async () => {
      const listedAtMs = this.#listedAtMs.get(name.full);
      const found = await this.#ask(name, version, suppliers).catch((error: unknown) => {
        if (isRemoved(error)) this.#removed.set(question, error, ABSENCE_MAX_AGE_MS);
        throw error;
      });
      if (found !== undefined) await this.#refuseOther(name, version, found);
      // The answer may be older than a list that was noticed in the meantime.
      if (listedAtMs !== undefined && listedAtMs !== this.#listedAtMs.get(name.full)) return found;
      if (found === undefined) this.#absent.set(question, true, ABSENCE_MAX_AGE_MS);
      else this.remember(name, version, found);
      return found;
    });
  }

  async #noticeList(name: PrimeName): Promise<void> {
    const list = await this.#store.findMirroredLifecycle(name.full);
    if (list !== undefined) this.noteList(name, list.checkedAtMs);
  }

  /** @throws RegistryError `upstream_changed`, `upstream_mismatch` for other bytes than the version had before */
  async #refuseOther(
    { full }: PrimeName,
    version: Version,
    { upstream, manifest }: FoundManifest,
  ): Promise<void> {
    const seen = await this.#store.findSeenVersion(full, version.identity);
    if (seen !== undefined && seen.sha256 !== manifest.sha256)
      throw upstreamChanged(upstream.url, manifest, seen);
    const before = await this.#store.findLostDigests(full, version);
    if (before.length === 0 || before.includes(manifest.sha256)) return;
    const detail =
      `${upstream.url} has ${full} ${version.identity} with another tarball than this registry had before it went ` +
      `back to an older state (SHA-256 ${before.join(' or ')}); a version is never replaced.`;
    throw new RegistryError('upstream_mismatch', { detail });
  }

  async #ask(
    name: PrimeName,
    version: Version,
    suppliers: readonly Upstream[],
  ): Promise<FoundManifest | undefined> {
    for (const [index, upstream] of suppliers.entries()) {
      const isLast = index === suppliers.length - 1;
      // Both at the same time: to ask for the list after a 404 would take another round trip.
      const [manifest, list] = await Promise.all([
        upstream.fetchManifest(name.full, version.full),
        isLast ? undefined : this.#lists.find(name, [upstream]),
      ]);
      if (manifest !== undefined) return { upstream, manifest };
      if (list !== undefined) return undefined;
    }
    return undefined;
  }
}

/**
 * The record of a version from its manifest. The contract does not require the length and the time of
 * publish.
 * @param otherwise - values for fields that the manifest lacks
 * @returns undefined if a field is still missing
 */
export function toRecord(
  { upstream, manifest }: FoundManifest,
  otherwise: { readonly publishedAtMs?: number; readonly sizeBytes?: number | undefined } = {},
): VersionRecord | undefined {
  const { name, version, sha256, description, license, atoms, namespaces, requires, provenance } = manifest;
  const { yank_reason: told } = manifest;
  // As in a list: it is shown to everybody.
  const yankReason = told !== undefined && isShowable(told) ? told : undefined;
  const publishedAtMs = readTime(manifest.published_at) ?? otherwise.publishedAtMs;
  const sizeBytes = manifest.size_bytes ?? otherwise.sizeBytes;
  if (publishedAtMs === undefined || sizeBytes === undefined) return undefined;
  const yankedAtMs = readTime(manifest.yanked_at) ?? publishedAtMs;
  return {
    ...{ name, version, sha256, description, license, atoms, namespaces, requires, provenance },
    ...{ publishedAtMs, sizeBytes },
    primeVersion: manifest['prime-version'],
    origin: upstream.url,
    yankedAtMs: manifest.yanked ? yankedAtMs : undefined,
    yankReason: manifest.yanked ? yankReason : undefined,
    signedBy: readSignedBy(manifest.signed_by),
  };
}

/** What finds something of a version that may not be here. */
export interface FindingDeps extends SupplierDeps {
  readonly store: RegistryStore;
  readonly manifests: Pick<MirroredManifests, 'find'>;
}

/** The manifest of a version upstream; undefined if there is none, or the name belongs to this registry. */
export async function findElsewhere(deps: FindingDeps, name: PrimeName, version: Version) {
  const suppliers = await listSuppliers(deps, name);
  return suppliers.length === 0 ? undefined : deps.manifests.find(name, version, suppliers);
}

/** What a proof must agree with. */
export function toTold({ name, version, sha256, origin }: UpstreamManifest): ToldVersion {
  return { name, version, sha256, isMirrored: origin !== undefined };
}

/** The error for a version that an upstream has replaced since it supplied it. */
function upstreamChanged(
  url: string,
  { name, version, sha256 }: UpstreamManifest,
  seen: SeenVersion,
): RegistryError {
  const who = seen.origin === url ? 'it' : seen.origin;
  return new RegistryError('upstream_changed', {
    detail:
      `${url} has ${name} ${version} with the SHA-256 ${sha256}, but ${who} supplied it with ${seen.sha256} before; ` +
      'a version is never replaced. The operator can find out which one is right.',
  });
}

/** The same for every build metadata, which does not make another version. */
function keyOf({ full }: PrimeName, { identity }: Version): string {
  return `${full}@${identity}`;
}

/**
 * With the build metadata that was asked for: an upstream may know a version by one spelling only, and whoever makes up
 * another one must not get its answer for everybody.
 */
export function questionOf({ full }: PrimeName, { full: version }: Version): string {
  return `${full}@${version}`;
}

/** As many fingerprints as a version has here; undefined if there are none. */
function readSignedBy(told: readonly string[] = []): readonly string[] | undefined {
  const known = told.filter(isFingerprint).slice(0, MAX_SIGNATURES);
  return known.length === 0 ? undefined : known;
}

/** The length of a manifest as JSON, and something for its place in the cache. */
function lengthOf({ manifest }: FoundManifest): number {
  return 1000 + JSON.stringify(manifest).length;
}
