// Decides whether the table of contents must be written again, and with which texts.
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileDigest, listFileDigests, NO_DIGEST, treeDigest } from '@prime-registry/archive';
import type { ContentsCache } from '../../knowledge/contents-cache.ts';
import { type PrimeContents, readPrimeContents } from '../../knowledge/prime-contents.ts';
import type { LockedPrime, Lockfile } from '../lockfile/lockfile.ts';
import { primesFolder } from '../primes-folder.ts';
import { INDEX_ITEMS } from '../tree/index-items.ts';
import { isBehindLink, primeFolder } from '../tree/installed-tree.ts';
import { toIndexPrime } from './index-item.ts';
import { MAX_JSON_BYTES, renderIndex } from './render-index.ts';

/** Raised with every change of the form of these files. */
const FORM = 1;

/** With more Primes than this, their atoms are left out: nobody reads on, and all would have to be read. */
const MAX_PRIMES_WITH_ATOMS = 200;

/** What a plan needs. */
export interface IndexDeps {
  readonly projectFolder: string;
  readonly contents: ContentsCache;
  readonly signal: AbortSignal;
}

/** The texts by path below `.primes`, all of them; undefined if they are on disk already. */
export async function planIndex(
  deps: IndexDeps,
  lockfile: Lockfile,
  findStaged: (name: string) => string | undefined = () => undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { projectFolder, contents } = deps;
  const key = keyOf(lockfile);
  const onDisk = await digestOnDisk(projectFolder, deps.signal);
  if (lockfile.size > 0 && contents.findText(key) === onDisk) return undefined;
  const texts = await makeIndex(deps, lockfile, findStaged);
  const digest = treeDigest(Array.from(texts, ([path, text]) => ({ path, sha256: hash('sha256', text) })));
  contents.keepText(key, digest);
  return digest === onDisk ? undefined : texts;
}

/** Whether the files on disk are what the installed Primes have; `missing` if there are none. */
export async function checkIndex(
  deps: IndexDeps,
  lockfile: Lockfile,
): Promise<'intact' | 'changed' | 'missing'> {
  const onDisk = await digestOnDisk(deps.projectFolder, deps.signal);
  if (onDisk === treeDigest([])) return 'missing';
  return (await planIndex(deps, lockfile)) === undefined ? 'intact' : 'changed';
}

async function makeIndex(
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

/** Names what the index is made from. */
function keyOf(lockfile: Lockfile): string {
  const lines = Array.from(
    lockfile.values(),
    ({ name, version, sha256, tree_sha256: tree }) => `${name} ${version} ${sha256} ${tree}\n`,
  );
  return hash('sha256', `index ${FORM}\n${lines.join('')}`);
}

async function digestOnDisk(projectFolder: string, signal: AbortSignal): Promise<string> {
  const files: Pick<FileDigest, 'path' | 'sha256'>[] = [];
  for (const item of INDEX_ITEMS) {
    const path = join(primesFolder(projectFolder), item);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (stats.isDirectory()) {
      const inside = await listFileDigests(path, { signal });
      files.push(...inside.map((file) => ({ path: `${item}/${file.path}`, sha256: file.sha256 })));
    } else {
      const isRead = stats.isFile() && stats.size <= 2 * MAX_JSON_BYTES;
      files.push({ path: item, sha256: isRead ? hash('sha256', readFileSync(path)) : NO_DIGEST });
    }
  }
  return treeDigest(files);
}
