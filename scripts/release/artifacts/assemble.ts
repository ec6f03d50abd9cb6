// Completes the folder of a release that was built: its notes, what is inside, checksums and their signature.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_FOLDER } from '../clone/build-release.ts';
import { findReleaseNotes } from '../versions/changelog.ts';
import { writeChecksums } from './checksums.ts';
import { describeReleaseNotes } from './release-notes.ts';
import { listContents, type ReleaseContents } from './release-parts.ts';

export const NOTES = 'NOTES.md';

/**
 * Adds to the folder of a release in a clone what is made from the other files.
 * @returns what can be published
 * @throws ReleaseError if the builds left something of another version
 */
export async function assembleRelease(clone: string, version: string): Promise<ReleaseContents> {
  const folder = join(clone, RELEASE_FOLDER);
  const contents = listContents(folder, version);
  const notes = findReleaseNotes(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'), version);
  const { repository } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  writeFileSync(join(folder, NOTES), describeReleaseNotes(notes ?? '', { version, repository }));
  await writeChecksums(folder);
  return contents;
}
