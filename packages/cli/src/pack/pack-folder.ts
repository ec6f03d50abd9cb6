// Packs the folder of a Prime and checks the tarball while it streams: it is never in memory as a whole.
import { open } from 'node:fs/promises';
import { type PackEntry, packEntries } from '@prime-registry/archive';
import type { PrimeName } from '@prime-registry/protocol';
import { type CheckedTarball, type CheckOptions, checkTarball } from './check-tarball.ts';
import { listPrime, type PrimeListing } from './list-prime.ts';
import { MANIFEST_FILE, readManifest } from './read-manifest.ts';
import { setManifestVersion } from './rename-manifest.ts';
import { isSecretFile } from './secret-files.ts';

/** A folder to pack, and the target. */
export interface PackRequest extends Pick<CheckOptions, 'digests' | 'signal'> {
  readonly folder: string;
  /** The text for its pack.yaml. */
  readonly manifestBytes: Uint8Array;
  /** The final path of the tarball: not part of the Prime, even if it is in the folder. */
  readonly outputPath?: string;
  /** A file to create for the tarball. Without it, the tarball is only checked. */
  readonly temporaryPath?: string;
  /** Secrets that the author insists on: ids of rules, and paths. */
  readonly allowedSecrets: ReadonlySet<string>;
}

export interface PackedFolder extends CheckedTarball, Omit<PrimeListing, 'entries'> {}

/**
 * Packs a folder. The caller removes the file, even after a failure.
 * @throws PackError for anything that a Prime must not contain
 * @throws ValidationError with the reasons for which a registry would refuse it, or with the secrets in it
 */
export async function packFolder(request: PackRequest): Promise<PackedFolder> {
  const { folder, manifestBytes, outputPath, temporaryPath, allowedSecrets, digests, signal } = request;
  const { entries, ...listing } = await listPrime(folder, { manifestBytes, outputPath });
  const tarball = packEntries(entries.map((entry) => replaceManifest(entry, manifestBytes)));
  await using file = temporaryPath === undefined ? undefined : await open(temporaryPath, 'wx');
  const checked = await checkTarball(tarball, {
    place: folder,
    // What has such a name and is packed nevertheless was named in a .primeignore.
    secrets: {
      allowed: new Set([...allowedSecrets, ...entries.map(({ path }) => path).filter(isSecretFile)]),
      judgesNames: false,
    },
    digests,
    signal,
    ...(file !== undefined && { keep: (chunk: Uint8Array) => file.writeFile(chunk) }),
  });
  return { ...checked, ...listing };
}

/** The manifest that was checked is packed, even if the file on disk has changed since. */
function replaceManifest(entry: PackEntry, bytes: Uint8Array): PackEntry {
  if (entry.path !== MANIFEST_FILE) return entry;
  return {
    path: entry.path,
    sizeBytes: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

/** A Prime on disk to pack, under another name or version if these are given. */
export interface PrimeOnDisk extends Omit<PackRequest, 'manifestBytes'> {
  readonly name?: PrimeName | undefined;
  readonly version?: string | undefined;
}

/** Packs a folder with its own pack.yaml. @throws as {@link packFolder}; ValidationError if its manifest is not valid */
export async function packPrime({ name, version, ...request }: PrimeOnDisk): Promise<PackedFolder> {
  const { bytes } = await readManifest(request.folder, name);
  const manifestBytes = version === undefined ? bytes : setManifestVersion(bytes, version);
  return packFolder({ ...request, manifestBytes });
}
