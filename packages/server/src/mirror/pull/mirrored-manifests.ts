// Manifests of versions that are not here: asked for when somebody reads them, and remembered for a while, so that the tarball that is
// asked for next need not wait for its digest.
import { LruCache, SingleFlight } from '@prime-registry/concurrency';
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { ABSENCE_MAX_AGE_MS, type MirroredLists } from '../lists/mirrored-lists.ts';
import type { Upstream, UpstreamManifest } from '../upstreams/upstream.ts';

/** A manifest, and whose it is. */
export interface FoundManifest {
  readonly upstream: Upstream;
  readonly manifest: UpstreamManifest;
}

const MAX_REMEMBERED = 5000;

/** The manifests, for one process. */
export class MirroredManifests {
  readonly #lists: MirroredLists;
  readonly #found: LruCache<FoundManifest>;
  readonly #absent: LruCache<true>;
  readonly #flights = new SingleFlight<FoundManifest | undefined>();

  constructor(lists: MirroredLists, now: () => number) {
    this.#lists = lists;
    this.#found = new LruCache({ maxSize: MAX_REMEMBERED, now });
    this.#absent = new LruCache({ maxSize: MAX_REMEMBERED, now });
  }

  /** The manifest, if it was found a moment ago. */
  recall(name: PrimeName, version: Version): FoundManifest | undefined {
    return this.#found.get(keyOf(name, version));
  }

  /** Whether it was found a moment ago that it is nowhere. */
  isAbsent(name: PrimeName, version: Version): boolean {
    return this.#absent.get(keyOf(name, version)) === true;
  }

  remember(name: PrimeName, version: Version, found: FoundManifest): void {
    this.#found.set(keyOf(name, version), found, found.upstream.listMaxAgeMs);
  }

  forget(name: PrimeName, version: Version): void {
    this.#found.delete(keyOf(name, version));
  }

  /**
   * Finds a manifest. The first registry that has the Prime decides: when it has not the version, nobody else is asked.
   * @returns undefined when there is no such version
   * @throws RegistryError `upstream_unavailable` when that is not known
   */
  async find(
    name: PrimeName,
    version: Version,
    suppliers: readonly Upstream[],
  ): Promise<FoundManifest | undefined> {
    const key = keyOf(name, version);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#absent.get(key)) return undefined;
    return this.#flights.run(key, async () => {
      const found = await this.#ask(name, version, suppliers);
      if (found === undefined) this.#absent.set(key, true, ABSENCE_MAX_AGE_MS);
      else this.remember(name, version, found);
      return found;
    });
  }

  async #ask(
    name: PrimeName,
    version: Version,
    suppliers: readonly Upstream[],
  ): Promise<FoundManifest | undefined> {
    for (const [index, upstream] of suppliers.entries()) {
      const isLast = index === suppliers.length - 1;
      // Both at once: to ask for the list only after a 404 would take another round trip.
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
 * What is known of a version by its manifest. The contract does not ask for the length and the time of its publish; what is not in
 * `otherwise` either makes it undefined.
 */
export function toRecord(
  { upstream, manifest }: FoundManifest,
  otherwise: { readonly publishedAtMs?: number; readonly sizeBytes?: number | undefined } = {},
): VersionRecord | undefined {
  const { yank_reason: yankReason } = manifest;
  const publishedAtMs = readTime(manifest.published_at) ?? otherwise.publishedAtMs;
  const sizeBytes = manifest.size_bytes ?? otherwise.sizeBytes;
  if (publishedAtMs === undefined || sizeBytes === undefined) return undefined;
  const yankedAtMs = readTime(manifest.yanked_at) ?? publishedAtMs;
  return {
    name: manifest.name,
    version: manifest.version,
    publishedAtMs,
    sha256: manifest.sha256,
    sizeBytes,
    description: manifest.description,
    license: manifest.license,
    primeVersion: manifest['prime-version'],
    atoms: manifest.atoms,
    namespaces: manifest.namespaces,
    origin: upstream.url,
    yankedAtMs: manifest.yanked ? yankedAtMs : undefined,
    yankReason: manifest.yanked ? yankReason : undefined,
  };
}

export function keyOf({ full }: PrimeName, { identity }: Version): string {
  return `${full}@${identity}`;
}

/** Of years with four digits: others could not be answered. */
function readTime(text: string | undefined): number | undefined {
  const timeMs = Date.parse(text ?? '');
  return timeMs >= 0 && timeMs < MAX_TIME_MS ? timeMs : undefined;
}

const MAX_TIME_MS = Date.UTC(10_000);
