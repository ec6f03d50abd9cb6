// What pages about a Prime read first: its versions, and which of them is the latest.
import { type PrimeName, parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import { primeNotFound } from '../../actions/not-found.ts';
import type { InventorySummary } from '../../store/atom-store.ts';
import type { CatalogueStore, VersionSummary } from '../../store/catalogue-store.ts';

/** The versions of a Prime, descending. */
export interface PrimeVersions {
  readonly versions: readonly VersionSummary[];
  /** Undefined where every version is yanked. */
  readonly latest: Version | undefined;
}

/** Reads the versions of a Prime. @throws RegistryError `prime_not_found` */
export async function readVersions(store: CatalogueStore, name: PrimeName): Promise<PrimeVersions> {
  const versions = await store.listVersionSummaries(name.full);
  if (versions.length === 0) throw primeNotFound(name);
  const candidates = versions.map(({ version, yanked }) => ({ version: parseStored(version), yanked }));
  return { versions, latest: selectLatest(candidates)?.version };
}

/** A version as the store has it. */
export function parseStored(version: string): Version {
  const parsed = parseVersion(version);
  if (!parsed.ok) throw new Error(`the store holds a malformed version: ${parsed.message}`);
  return parsed.value;
}

/** Tells what is inside a version: that changes only when it is read for the first time, or anew by another rule. */
export function inventoryKey(
  name: string,
  { identity }: Version,
  inventory: InventorySummary | undefined,
): string {
  return `${name} ${identity} ${inventory?.format} ${inventory?.atomCount} ${inventory?.problemCount}`;
}
