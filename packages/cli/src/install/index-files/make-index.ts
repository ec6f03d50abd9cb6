// Makes the table of contents from what the installed Primes say.
import { type FileDigest, listFileDigests, treeDigest } from '@prime-registry/archive';
import type { ContentsCache } from '../../knowledge/contents-cache.ts';
import { type PrimeContents, type ReadManifest, readPrimeContents } from '../../knowledge/prime-contents.ts';
import type { LockedPrime, Lockfile } from '../lockfile/lockfile.ts';
import { isBehindLink, primeFolder } from '../tree/installed-tree.ts';
import { toIndexPrime } from './index-item.ts';
import { renderIndex } from './render-index.ts';

/** What a plan needs. */
export interface IndexDeps {
  readonly projectFolder: string;
  readonly contents: ContentsCache;
  readonly signal: AbortSignal;
}

/** A Prime that is not in the tree yet, as it was just unpacked. */
export interface StagedTree {
  readonly folder: string;
  readonly files: readonly FileDigest[];
  readonly manifest: ReadManifest | undefined;
}

/** With more Primes than this, their atoms are left out: nobody reads on, and all would have to be read. */
const MAX_PRIMES_WITH_ATOMS = 200;

/** The texts by path below `.primes`. @param findStaged - a Prime that is not in the tree yet */
export async function makeIndex(
  deps: IndexDeps,
  lockfile: Lockfile,
  findStaged: (name: string) => StagedTree | undefined,
): Promise<Map<string, string>> {
  const withAtoms = lockfile.size <= MAX_PRIMES_WITH_ATOMS;
  const primes = [];
  for (const locked of lockfile.values()) {
    const known = withAtoms ? await findContents(deps, locked, findStaged(locked.name)) : undefined;
    primes.push(toIndexPrime(locked, known, withAtoms));
  }
  return renderIndex(primes);
}

/**
 * Reads what a Prime says that was just unpacked, for {@link makeIndex}: during downloads there is time, and after the last
 * one everybody waits. @param count - of the Primes that will be installed
 */
export async function readStaged(
  { contents, signal }: Pick<IndexDeps, 'contents' | 'signal'>,
  tree: StagedTree & { readonly treeDigest: string },
  count: number,
): Promise<void> {
  if (count > MAX_PRIMES_WITH_ATOMS || contents.find(tree.treeDigest) !== undefined) return;
  const read = await readPrimeContents(tree.folder, tree.files, signal, tree.manifest);
  contents.keep(tree.treeDigest, read);
}

/** Undefined if the files are not what is locked: the index says nothing about them. */
async function findContents(
  { projectFolder, contents, signal }: IndexDeps,
  { name, tree_sha256: digest }: Pick<LockedPrime, 'name' | 'tree_sha256'>,
  staged: StagedTree | undefined,
): Promise<PrimeContents | undefined> {
  const cached = contents.find(digest);
  if (cached !== undefined) return cached;
  const tree = staged ?? (await findInstalled(primeFolder(projectFolder, name), digest, signal));
  if (tree === undefined) return undefined;
  const read = await readPrimeContents(tree.folder, tree.files, signal, staged?.manifest);
  contents.keep(digest, read);
  return read;
}

async function findInstalled(
  folder: string,
  digest: string,
  signal: AbortSignal,
): Promise<Pick<StagedTree, 'folder' | 'files'> | undefined> {
  if (await isBehindLink(folder).catch(() => true)) return undefined;
  const files = await listFileDigests(folder, { signal });
  return treeDigest(files) === digest ? { folder, files } : undefined;
}
