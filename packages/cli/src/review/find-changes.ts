// Finds what has changed in a Prime since it was published.
import { createReadStream } from 'node:fs';
import type { RegistryClient } from '@prime-registry/client';
import type { PrimeName, Requires } from '@prime-registry/protocol';
import { SECRET_RULE_IDS } from '@prime-registry/secret-scan';
import { compareWithPublished } from '../atoms/compare-folder.ts';
import { FileDigests, listChangedFiles } from '../atoms/file-digests.ts';
import type { CommandContext } from '../command.ts';
import { type CheckedTarball, checkTarball } from '../pack/check-tarball.ts';
import { packPrime } from '../pack/pack-folder.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import type { PrimeChanges, RequirementChange } from './prime-review.ts';

/** A folder or a tarball. */
export interface ReviewSubject {
  /** Absolute path. */
  readonly place: string;
  readonly isTarball: boolean;
  readonly name?: PrimeName | undefined;
  readonly version?: string | undefined;
}

/** A Prime, packed to be compared. */
export interface ReadSubject {
  readonly tarball: CheckedTarball;
  readonly digests: FileDigests;
}

/** Packs or reads it; nothing is sent, so files that look like secrets are no error. @throws as packFolder and checkTarball */
export async function readSubject(
  { signal }: CommandContext,
  { place, isTarball, name, version }: ReviewSubject,
): Promise<ReadSubject> {
  const digests = new FileDigests();
  const allowed = new Set(SECRET_RULE_IDS);
  if (isTarball) {
    const options = { place, secrets: { allowed, judgesNames: false }, digests, signal };
    return { tarball: await checkTarball(createReadStream(place), options), digests };
  }
  const folder = { folder: place, name, version, allowedSecrets: allowed, digests, signal };
  return { tarball: await packPrime(folder), digests };
}

/** Compares it with its own version if that is published, otherwise with the one before; undefined if there is none. */
export async function findChanges(
  context: CommandContext,
  registry: RegistryClient,
  { tarball, digests }: ReadSubject,
): Promise<PrimeChanges | undefined> {
  const compared = await compareWithPublished(context, registry, { ...tarball, digests: digests.files });
  if (compared === undefined) return undefined;
  const { requires, files, ...diff } = compared;
  return {
    diff,
    files: listChangedFiles(files, digests.files).filter((path) => path !== MANIFEST_FILE),
    requires: compareRequires(requires, tarball.manifest.requires),
  };
}

function compareRequires(before: Requires, after: Requires): RequirementChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((change) => change.before !== change.after);
}
