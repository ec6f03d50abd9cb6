// Completes the folder of a release that was built: its notes, what is inside, checksums and their signature.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_FOLDER } from '../clone/build-release.ts';
import { findReleaseNotes } from '../versions/changelog.ts';
import { writeChecksums } from './checksums.ts';
import { listPackages, type PackedPackage } from './packed-packages.ts';

export const NOTES = 'NOTES.md';

/**
 * Adds to the folder of a release in a clone what is made from the other files.
 * @returns the packages, in the order in which to publish them
 * @throws ReleaseError if the builds left something of another version
 */
export async function assembleRelease(clone: string, version: string): Promise<PackedPackage[]> {
  const folder = join(clone, RELEASE_FOLDER);
  const packages = listPackages(join(folder, 'packages'), version);
  const notes = findReleaseNotes(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'), version);
  writeFileSync(join(folder, NOTES), notes ?? '');
  await writeChecksums(folder);
  return packages;
}
