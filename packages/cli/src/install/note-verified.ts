// Notes after a change of the tree what the next install need not read.
import { hasIndex } from './index-files/plan-index.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import type { Staged } from './stage-prime.ts';
import { afterRename } from './tree/file-stamps.ts';
import { primeFolder } from './tree/installed-tree.ts';
import type { VerifiedTrees } from './tree/verified-trees.ts';

/** Notes what is in its place now. @param index - the texts of the table of contents, if they were written */
export async function noteVerified(
  locked: Lockfile,
  staged: ReadonlyMap<string, Staged>,
  index: ReadonlyMap<string, string> | undefined,
  {
    projectFolder,
    verified,
    signal,
  }: { readonly projectFolder: string; readonly verified: VerifiedTrees; readonly signal: AbortSignal },
): Promise<void> {
  for (const [name, { stamps }] of staged) {
    const prime = locked.get(name);
    if (prime) verified.keep(prime, stamps && afterRename(stamps, primeFolder(projectFolder, name)));
  }
  if (index !== undefined) {
    const stamps = verified.stampIndex(true);
    verified.keepIndex((await hasIndex(projectFolder, index, signal)) ? stamps : undefined);
  }
}
