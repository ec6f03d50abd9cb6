// Builds and packs every package that is meant for others.
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { emptyPart } from '../artifacts/release-parts.ts';
import { type BuiltPackage, buildPackage } from '../build/build-package.ts';
import { PUBLISHED_PACKAGES, type PublishedPackage } from '../build/published-packages.ts';
import { readSourceState, type SourceState } from '../build/source-state.ts';
import { makePackageBill } from '../sbom/package-bill.ts';
import { writeBill } from '../sbom/write-bill.ts';
import { packPackage } from './pack-package.ts';
import { checkSize } from './size-budgets.ts';

/** A package that was packed. */
export interface PackedPackage extends BuiltPackage {
  /** The file name of the tarball. */
  readonly tarball: string;
  readonly sizeBytes: number;
}

/** How packages are packed, if not as for a release. */
export interface PackingOptions {
  /** Which ones; by default all. */
  readonly selection?: readonly PublishedPackage[];
  /** Gets the build of each package, instead of its folder `dist`. */
  readonly builds?: string;
  /** What the packages say that they were made from; by default, the clone. */
  readonly state?: SourceState;
}

/**
 * Packs packages, in the order of PUBLISHED_PACKAGES.
 * @param folder - gets `packages/*.tgz` and `sbom/packages/*.cdx.json`; both folders are emptied first
 * @throws Error if a package is above its size budget
 */
export async function packPackages(
  folder: string,
  { selection = PUBLISHED_PACKAGES, builds, state = readSourceState() }: PackingOptions = {},
): Promise<readonly PackedPackage[]> {
  const packages = emptyPart(folder, 'packages');
  const packed: PackedPackage[] = [];
  for (const each of selection) {
    const built = await buildPackage(each, state.commit, builds && join(builds, each.folder));
    const tarball = await packPackage(built, packages, state.epochSeconds);
    const place = { folder, part: 'packages', name: basename(tarball, '.tgz') } as const;
    await writeBill(makePackageBill(built, state), place);
    checkSize(built, join(packages, tarball));
    packed.push({ ...built, tarball, sizeBytes: statSync(join(packages, tarball)).size });
  }
  return packed;
}
