// Decides whether the table of contents must be written again, and with which texts.
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileDigest, listFileDigests, NO_DIGEST, treeDigest } from '@prime-registry/archive';
import type { Lockfile } from '../lockfile/lockfile.ts';
import { primesFolder } from '../primes-folder.ts';
import { INDEX_ITEMS } from '../tree/index-items.ts';
import type { IndexDeps, StagedTree } from './make-index.ts';

/** Raised with every change of the form of these files. */
const FORM = 1;

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** More than any of the files has, in bytes. */
const MAX_ITEM_BYTES = 8 * 1024 * 1024;

/** The texts by path below `.primes`, all of them; undefined if they are on disk already. */
export async function planIndex(
  deps: IndexDeps,
  lockfile: Lockfile,
  findStaged: (name: string) => StagedTree | undefined = () => undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { projectFolder, contents } = deps;
  const key = keyOf(lockfile);
  const onDisk = await digestOnDisk(projectFolder, deps.signal);
  if (lockfile.size > 0 && contents.findText(key) === onDisk) return undefined;
  // The code that reads atoms is only loaded if something has changed.
  const texts =
    lockfile.size === 0
      ? NO_TEXTS
      : await (await import('./make-index.ts')).makeIndex(deps, lockfile, findStaged);
  const digest = digestOf(texts);
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

/** Whether the files on disk have these texts, and there are no others. */
export async function hasIndex(
  projectFolder: string,
  texts: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  return (await digestOnDisk(projectFolder, signal)) === digestOf(texts);
}

function digestOf(texts: ReadonlyMap<string, string>): string {
  return treeDigest(Array.from(texts, ([path, text]) => ({ path, sha256: hash('sha256', text) })));
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
      const isRead = stats.isFile() && stats.size <= MAX_ITEM_BYTES;
      files.push({ path: item, sha256: isRead ? hash('sha256', readFileSync(path)) : NO_DIGEST });
    }
  }
  return treeDigest(files);
}
