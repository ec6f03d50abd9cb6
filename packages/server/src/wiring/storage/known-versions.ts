// Lists of published versions and their digests: of all that a backup folder has ever seen, and in a restored
// registry of those that it has lost. Lost ones cannot be published again with other bytes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileDurably } from '@prime-registry/blobs/file-system';
import { isSha256, parsePrimeName, parseVersion } from '@prime-registry/protocol/basics';
import type { LostVersionStore, VersionDigest } from '@prime-registry/store';
import { LOST_VERSIONS_FILE } from './data-folder.ts';

/** In a backup folder: every version that a backup into it has seen. */
export const KNOWN_VERSIONS_FILE = 'known-versions';
/** In a backup folder: every removed version that a backup into it has seen, if there is any. */
export const REMOVED_VERSIONS_FILE = 'removed-versions';

/** The SHA-256 of each version, by its name, a space, and its identity (the version without build metadata). */
export type KnownVersions = ReadonlyMap<string, string>;

/** Reads a list; empty if there is no such file. @throws Error with file and line of what cannot be read */
export async function readKnownVersions(file: string): Promise<KnownVersions> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  const known = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const [sha256 = '', name = '', version = '', ...rest] = line.split(' ');
    const isWhole = isSha256(sha256) && parsePrimeName(name).ok && parseVersion(version).ok;
    if (!isWhole || rest.length > 0)
      throw new Error(`${file} is damaged: line ${index + 1} is not a digest, a name and a version`);
    known.set(`${name} ${version}`, sha256);
  }
  return known;
}

/** Writes a list, atomically: one version a line, as `sha256 name version`. */
export async function writeKnownVersions(file: string, known: KnownVersions): Promise<void> {
  const lines = [...known].map(([version, sha256]) => `${sha256} ${version}\n`);
  await replaceFileDurably(file, lines.join(''));
}

/**
 * Records the versions of the file of lost versions, if the data folder has one, in the store: there they count
 * for all replicas. @throws Error with file and line of what cannot be read
 */
export async function recordLostVersionsFile(
  dataFolder: string,
  store: Pick<LostVersionStore, 'listLostVersions' | 'recordLostVersions'>,
): Promise<void> {
  const listed = await readKnownVersions(join(dataFolder, LOST_VERSIONS_FILE));
  if (listed.size === 0) return;
  const recorded = new Set((await store.listLostVersions()).map(describeLost));
  const added: VersionDigest[] = [];
  for (const [key, sha256] of listed) {
    const [name = '', identity = ''] = key.split(' ');
    const version = { name, identity, sha256 };
    if (!recorded.has(describeLost(version))) added.push(version);
  }
  if (added.length > 0) await store.recordLostVersions(added);
}

/** A lost version as a line of the file. */
export function describeLost({ name, identity, sha256 }: VersionDigest): string {
  return `${sha256} ${name} ${identity}`;
}
