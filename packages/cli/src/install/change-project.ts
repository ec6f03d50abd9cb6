// What every command that changes `.primes` does first: wait for its turn, and put right what a killed one left.
import type { CommandContext } from '../command.ts';
import { type Lockfile, readLockfile } from './lockfile.ts';
import { lockProject } from './project-lock.ts';
import { recoverTree } from './tree-change.ts';

/** Does the work while no other `prime` changes the project; `undefined` stands for no lock file. */
export async function changeProject<T>(
  { folder, signal, terminal }: CommandContext,
  work: (lockfile: Lockfile | undefined) => Promise<T>,
): Promise<T> {
  await using _lock = await lockProject(folder, {
    signal,
    onWait: () => terminal.note('waiting for another prime that changes .primes …'),
  });
  await recoverTree(folder, { onWarning: (text) => terminal.warn(text) });
  // Awaited here: the lock goes when this function ends.
  return await work(await readLockfile(folder));
}
