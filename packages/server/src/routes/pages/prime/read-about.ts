// Reads what the manifest of a version says for people, once.
import type { ManifestAbout, PrimeName, Version } from '@prime-registry/protocol';
import type { Needs } from '../../route-deps.ts';

/** Up to this size, the worst YAML takes some milliseconds; manifests of people are shorter. */
const SHORT_BYTES = 4 * 1024;

/** Of a version that is not here. */
export const NOTHING_SAID: ManifestAbout = {
  tags: [],
  homepage: undefined,
  repository: undefined,
  maintainers: [],
  sources: [],
};

/**
 * Reads it of a version that is here.
 * @param sha256 - of the tarball: a mirrored version may be replaced
 * @param key - for whom; see TaskUse
 * @throws RegistryError `overloaded`
 */
export function readAbout(
  { store, pageCache, tasks }: Needs<'store' | 'pageCache' | 'tasks'>,
  { name, version }: { readonly name: PrimeName; readonly version: Version },
  sha256: string,
  key: string,
): Promise<ManifestAbout> {
  const subject = `${name.full} ${version.identity} ${sha256}`;
  return pageCache.manifests.getOrLoad(subject, async () => {
    const source = await store.findSourceManifest(name.full, version);
    if (source === undefined) return NOTHING_SAID;
    const use = { subject, key, isSmall: source.length <= SHORT_BYTES };
    return tasks.use('checkManifest', undefined, use, (call) => call('readAbout', source));
  });
}
