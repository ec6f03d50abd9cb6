// Compares the versions of a Prime that are here with those of the registry that it would belong to.
import { isDeepStrictEqual } from 'node:util';
import { forEachConcurrently } from '@prime-registry/concurrency';
import { getValue, type PrimeName, parseVersion } from '@prime-registry/protocol';
import type { BindingStore, EvictableVersion, VersionRecord, VersionStore } from '@prime-registry/store';
import type { Upstream, UpstreamManifest } from '../upstreams/upstream.ts';

/**
 * What a version that is here is at the new owner: `same`; `different`: of other bytes or with another
 * manifest; `missing`. If this registry becomes the owner, all are `missing`.
 */
export type Comparison = 'same' | 'different' | 'missing';

/** A version that is here. */
export interface ComparedVersion {
  readonly version: EvictableVersion;
  readonly comparison: Comparison;
}

export interface CompareVersionsDeps {
  readonly store: Pick<BindingStore, 'listBoundVersions'> & Pick<VersionStore, 'findVersion'>;
  /** The new upstream; undefined if the name becomes one of this registry. */
  readonly upstream: Pick<Upstream, 'fetchManifest'> | undefined;
}

const MANIFESTS_AT_ONCE = 4;

/**
 * Compares the versions of a Prime.
 * @returns in ascending precedence; empty if no version of the Prime came from an upstream
 * @throws RegistryError `upstream_unavailable` if the new upstream cannot be asked, `storage_unavailable`
 */
export async function compareVersions(
  { store, upstream }: CompareVersionsDeps,
  name: PrimeName,
): Promise<ComparedVersion[]> {
  const versions = await store.listBoundVersions(name.full);
  const comparisons = new Map<number, Comparison>();
  if (upstream !== undefined) {
    await forEachConcurrently(versions, { limit: MANIFESTS_AT_ONCE }, async ({ id, version }) => {
      const [here, there] = await Promise.all([
        store.findVersion(name.full, getValue(parseVersion(version))),
        upstream.fetchManifest(name.full, version),
      ]);
      if (here !== undefined && there !== undefined)
        comparisons.set(id, isSame(here, there) ? 'same' : 'different');
    });
  }
  return versions.map((version) => ({ version, comparison: comparisons.get(version.id) ?? 'missing' }));
}

/** Whether tarball and manifest are the same. The bytes here were verified when they were pulled. */
function isSame(here: VersionRecord, there: UpstreamManifest): boolean {
  const { version, sha256, description, license, primeVersion, atoms, namespaces } = here;
  return isDeepStrictEqual(
    [version, sha256, description, license, primeVersion, atoms, [...namespaces]],
    [
      ...[there.version, there.sha256, there.description, there.license],
      ...[there['prime-version'], there.atoms, [...there.namespaces]],
    ],
  );
}
