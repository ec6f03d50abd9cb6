// Packs the folder of a Prime and checks what came out of it, without ever holding it in memory.
import { open } from 'node:fs/promises';
import { type PackEntry, packEntries } from '@prime-registry/archive';
import { type CheckedTarball, checkTarball } from './check-tarball.ts';
import { listPrime, type PrimeListing } from './list-prime.ts';
import { MANIFEST_FILE } from './read-manifest.ts';

/** What to pack, and where to. */
export interface PackRequest {
  readonly folder: string;
  /** The text that becomes its pack.yaml. */
  readonly manifestBytes: Uint8Array;
  /** Where the tarball will be in the end: no part of the Prime, should it lie in the folder. */
  readonly outputPath?: string;
  /** A file to make and to write the tarball to; left out, it is only checked. */
  readonly temporaryPath?: string;
  readonly signal: AbortSignal;
}

/** A folder that was packed. */
export interface PackedFolder extends CheckedTarball, Pick<PrimeListing, 'leftOut' | 'secrets'> {}

/**
 * Packs a folder. Whoever asked for the file removes it, also when this fails.
 * @throws PackError for what no Prime may hold
 * @throws ValidationError with what a registry would refuse
 */
export async function packFolder(request: PackRequest): Promise<PackedFolder> {
  const { folder, manifestBytes, outputPath, temporaryPath, signal } = request;
  const { entries, leftOut, secrets } = await listPrime(folder, outputPath);
  const tarball = packEntries(entries.map((entry) => replaceManifest(entry, manifestBytes)));
  await using file = temporaryPath === undefined ? undefined : await open(temporaryPath, 'wx');
  const checked = await checkTarball(tarball, {
    place: folder,
    signal,
    ...(file !== undefined && { keep: (chunk: Uint8Array) => file.writeFile(chunk) }),
  });
  return { ...checked, leftOut, secrets };
}

/** What was checked is what is packed, whatever happens on the disk in between. */
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
