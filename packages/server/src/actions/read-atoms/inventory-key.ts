// Keys of caches for what is made of the atoms of a version.
import type { Version } from '@prime-registry/protocol';
import type { InventorySummary } from '@prime-registry/store';

/**
 * A key of the contents of a version, for caches. The inventory changes only when it is read for the first
 * time, or again by newer rules.
 * @param sha256 - of the tarball: a mirrored version may be replaced
 */
export function inventoryKey(
  name: string,
  { identity }: Version,
  sha256: string,
  inventory: InventorySummary | undefined,
): string {
  return `${name} ${identity} ${sha256} ${inventory?.format} ${inventory?.atomCount} ${inventory?.problemCount}`;
}
