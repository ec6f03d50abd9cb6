// What an installed Prime says: its manifest and its atoms, read from files that have the digests that were verified.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileDigest } from '@prime-registry/archive';
import { type Atom, type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { MAX_MANIFEST_BYTES, parseManifest } from '@prime-registry/protocol';
import { formatRequires } from '../install/lockfile/locked-requires.ts';

/** An atom without the fingerprints of its fields. */
export type InstalledAtom = Omit<Atom, 'fields'>;

/** The contents of a version, as plain data for JSON. */
export interface PrimeContents extends Pick<Inventory, 'problems' | 'problemCount'> {
  /** What its own manifest says that it is; absent if that cannot be read. */
  readonly own?: OwnIdentity;
  /** Empty if its manifest cannot be read. */
  readonly description: string;
  readonly license: string | undefined;
  readonly namespaces: readonly string[];
  readonly tags: readonly string[];
  /** Sorted by id. */
  readonly atoms: readonly InstalledAtom[];
}

/** What a manifest says about itself. */
export interface OwnIdentity {
  /** Name and version, with a space between them. */
  readonly text: string;
  /** As a line of the lock file; absent if it requires nothing. */
  readonly requires?: string;
}

/** A manifest that was read, or the problems of one. */
export type ReadManifest = ReturnType<typeof parseManifest>;

const MANIFEST = 'pack.yaml';

/** A file has other bytes than when its digest was computed. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
}

/**
 * Reads a Prime. @param files - its files with their digests @param read - its manifest, if that was read already
 * @throws ChangedFileError if a file changes during the read, or an error of the file system
 */
export async function readPrimeContents(
  folder: string,
  files: readonly FileDigest[],
  signal: AbortSignal,
  read?: ReadManifest,
): Promise<PrimeContents> {
  const builder = new InventoryBuilder((text) => hash('sha256', text));
  let manifest = read;
  for (const file of files) {
    signal.throwIfAborted();
    if (file.problem !== undefined) continue;
    if (file.path === MANIFEST && file.sizeBytes <= MAX_MANIFEST_BYTES)
      manifest ??= parseManifest(readVerified(folder, file));
    else if (builder.wants(file.path, file.sizeBytes)) builder.add(file.path, readVerified(folder, file));
  }
  const { atoms, problems, problemCount } = await builder.finish();
  const known = manifest !== undefined && 'manifest' in manifest ? manifest.manifest : undefined;
  const own = findOwnIdentity(manifest);
  return {
    ...(own !== undefined && { own }),
    description: known?.description ?? '',
    license: known?.license,
    namespaces: known?.namespaces?.map(String) ?? [],
    tags: known?.tags ?? [],
    atoms: atoms.map(({ fields: _, ...atom }) => atom),
    ...{ problems, problemCount },
  };
}

/** What a manifest says about itself; undefined if it cannot be read. */
export function findOwnIdentity(read: ReadManifest | undefined): OwnIdentity | undefined {
  if (read === undefined || 'problems' in read) return undefined;
  const { name, version, requires: required } = read.manifest;
  const requires = formatRequires(required);
  return { text: `${name.full} ${version.full}`, ...(requires !== undefined && { requires }) };
}

/** The same, of installed files. @throws ChangedFileError if the manifest changes during the read, or an error of the file system */
export function readOwnIdentity(folder: string, files: readonly FileDigest[]): OwnIdentity | undefined {
  const file = files.find(({ path, problem }) => path === MANIFEST && problem === undefined);
  if (file === undefined || file.sizeBytes > MAX_MANIFEST_BYTES) return undefined;
  return findOwnIdentity(parseManifest(readVerified(folder, file)));
}

function readVerified(folder: string, { path, sha256 }: FileDigest): Uint8Array {
  const bytes = readFileSync(join(folder, path));
  if (hash('sha256', bytes) === sha256) return bytes;
  throw new ChangedFileError(`${path} was changed while it was read`);
}
