// The frame of every command that changes `.primes`: take the lock of the project, then recover from a killed
// command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../command.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import { readLockfile } from './lockfile/read-lockfile.ts';
import { skillRecordPath } from './primes-folder.ts';
import { noteWait } from './project-lock/note-wait.ts';
import { lockProject } from './project-lock/project-lock.ts';
import { recoverTree, type TreeOptions } from './tree/tree-change.ts';

/** Does the work under the lock of the project; the lock file is undefined if there is none. */
export async function changeProject<T>(
  context: CommandContext,
  work: (lockfile: Lockfile | undefined) => Promise<T>,
): Promise<T> {
  const { folder, terminal } = context;
  await using _lock = await lockProject(folder, noteWait(context));
  await recoverTree(folder, treeOptions(context));
  // `await` is needed: the lock is released when this function returns.
  const result = await work(await readLockfile(folder));
  if (existsSync(skillRecordPath(folder))) {
    const { noteStaleSkills } = await import('../skills/note-stale.ts');
    await noteStaleSkills(folder, terminal);
  }
  return result;
}

/** The options for changes of the tree. */
export function treeOptions({
  environment,
  terminal,
}: Pick<CommandContext, 'environment' | 'terminal'>): TreeOptions {
  return {
    journalFolder: join(cacheFolder(environment), 'changes'),
    onWarning: (text) => terminal.warn(text),
  };
}
