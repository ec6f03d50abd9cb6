// What a version occupies, for the quota of its scope.
import type { VersionInsert } from './version-insert.ts';

/**
 * The bytes of its tarball and of its rows: manifest, README, and the atoms that its Prime does not have yet.
 * Indexes are not counted.
 */
export function countStoredBytes({
  version,
  inventory,
}: Pick<VersionInsert, 'version' | 'inventory'>): number {
  const { sizeBytes, sourceManifest, readme = '', description, namespaces, tags } = version;
  const texts = [readme, description, JSON.stringify(namespaces), JSON.stringify(tags)];
  return texts.reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    sizeBytes + sourceManifest.length + (inventory?.sizeBytes ?? 0),
  );
}
