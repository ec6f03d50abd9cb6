// Makes the table of contents from what the installed Primes say.
import { listFileDigests, treeDigest } from '@prime-registry/archive';
import type { ContentsCache } from '../../knowledge/contents-cache.ts';
import { type PrimeContents, readPrimeContents } from '../../knowledge/prime-contents.ts';
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

/** With more Primes than this, their atoms are left out: nobody reads on, and all would have to be read. */
const MAX_PRIMES_WITH_ATOMS = 200;

/** The texts by path below `.primes`. @param findStaged - the folder of a Prime that is not in the tree yet */
export async function makeIndex(
  deps: IndexDeps,
  lockfile: Lockfile,
  findStaged: (name: string) => string | undefined,
): Promise<Map<string, string>> {
  const withAtoms = lockfile.size <= MAX_PRIMES_WITH_ATOMS;
  const primes = [];
  for (const locked of lockfile.values()) {
    const known = withAtoms ? await findContents(deps, locked, findStaged(locked.name)) : undefined;
    primes.push(toIndexPrime(locked, known, withAtoms));
  }
  return renderIndex(primes);
}

/** Undefined if the files are not what is locked: the index says nothing about them. */
async function findContents(
  { projectFolder, contents, signal }: IndexDeps,
  { name, tree_sha256: digest }: LockedPrime,
  staged: string | undefined,
): Promise<PrimeContents | undefined> {
  const cached = contents.find(digest);
  if (cached !== undefined) return cached;
  const folder = staged ?? primeFolder(projectFolder, name);
  if (staged === undefined && (await isBehindLink(folder).catch(() => true))) return undefined;
  const files = await listFileDigests(folder, { signal });
  if (treeDigest(files) !== digest) return undefined;
  const read = await readPrimeContents(folder, files, signal);
  contents.keep(digest, read);
  return read;
}
