// Finds the commit that is checked out, without starting git (gitrepository-layout(5)).
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit of HEAD.
 * @param folder - the top folder of a clone
 * @returns hexadecimal digits; undefined without a commit, or in a format that only git can read, such as reftable
 */
export function findHeadCommit(folder: string): string | undefined {
  const gitFolder = findGitFolder(folder);
  const head = readLine(join(gitFolder, 'HEAD'));
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  const commit = ref === undefined ? head : findRef(gitFolder, ref);
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

/** In a linked worktree, `.git` is a file that names the folder. */
function findGitFolder(folder: string): string {
  const path = join(folder, '.git');
  const linked = /^gitdir: (.+)$/.exec(readLine(path))?.[1];
  return linked === undefined ? path : resolve(folder, linked);
}

function findRef(gitFolder: string, ref: string): string | undefined {
  // A linked worktree has a HEAD of its own and shares the branches.
  const common = resolve(gitFolder, readLine(join(gitFolder, 'commondir')));
  const loose = readLine(join(common, ref));
  if (loose !== '') return loose;
  const packed = readText(join(common, 'packed-refs')).split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}

/** The first line of a file; empty if it cannot be read. */
function readLine(path: string): string {
  return readText(path).split('\n', 1)[0]?.trim() ?? '';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
