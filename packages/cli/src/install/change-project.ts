// What every command that changes `.primes` does first: wait for its turn, and put right what a killed one left.
import { join } from 'node:path';
import type { CommandContext } from '../command.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import { readLockfile } from './lockfile/read-lockfile.ts';
import { lockProject } from './project-lock/project-lock.ts';
import { recoverTree, type TreeOptions } from './tree/tree-change.ts';

/** Does the work while no other `prime` changes the project; `undefined` stands for no lock file. */
export async function changeProject<T>(
  context: CommandContext,
  work: (lockfile: Lockfile | undefined) => Promise<T>,
): Promise<T> {
  const { folder, signal, terminal } = context;
  await using _lock = await lockProject(folder, {
    signal,
    onWait: (holder, path) => terminal.note(`waiting for ${holder}, which holds ${path} …`),
  });
  await recoverTree(folder, treeOptions(context));
  // Awaited here: the lock goes when this function ends.
  return await work(await readLockfile(folder));
}

/** How a command changes the tree. */
export function treeOptions({
  environment,
  terminal,
}: Pick<CommandContext, 'environment' | 'terminal'>): TreeOptions {
  return {
    journalFolder: join(cacheFolder(environment), 'changes'),
    onWarning: (text) => terminal.warn(text),
  };
}
