// `prime ls`
import { flag, formatColumns, formatCount, toPrintable } from '@prime-registry/command-line';
import type { Requires } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { drawTree } from '../../install/draw-requirements.ts';
import { requiresOf } from '../../install/lockfile/locked-requires.ts';
import { makeLockfile } from '../../install/lockfile/lockfile.ts';
import { readLockfile } from '../../install/lockfile/read-lockfile.ts';
import { findProjectAbove } from '../../install/project-above.ts';
import { listInstalledNames } from '../../install/tree/installed-tree.ts';

/** The installed Primes. */
export interface LsResult {
  /** Sorted by name. */
  readonly primes: readonly {
    readonly name: string;
    readonly version: string;
    /** The requested range; absent if only other Primes require it. */
    readonly range?: string;
    readonly registry: string;
    readonly sha256: string;
    readonly required_by?: string;
    /** The name that has this version, if the requested one has moved. */
    readonly moved_to?: string;
    /** What it requires itself: ranges by name. */
    readonly requires?: Requires;
    /** Whether its folder exists; 'prime verify' checks the contents. */
    readonly installed: boolean;
  }[];
  /** Folders in .primes that are not in the lock file. */
  readonly unlocked: readonly string[];
  /** The lines of `--tree`. */
  readonly tree?: readonly string[];
}

export const ls: Command<LsResult> = {
  usage: {
    options: { tree: flag('Show which Prime requires which') },
    examples: ['ls', 'ls --tree', 'ls --json'],
  },

  async run({ folder, terminal }, flags) {
    const lockfile = await readLockfile(folder);
    const names = new Set(await listInstalledNames(folder));
    const primes = [...(lockfile?.values() ?? [])].map(({ tree_sha256: _, requires, ...locked }) => ({
      ...locked,
      ...(requires !== undefined && { requires: requiresOf({ requires }) }),
      installed: names.delete(locked.name),
    }));
    if (lockfile === undefined && names.size === 0) {
      const above = findProjectAbove(folder);
      if (above !== undefined)
        terminal.note(`The project is in a folder above: 'prime ls -C ${above}' lists its Primes.`);
    }
    const tree = flags.tree === true ? drawTree(lockfile ?? makeLockfile([])) : undefined;
    return { primes, unlocked: [...names], ...(tree !== undefined && { tree }) };
  },

  view({ primes, unlocked, tree }, terminal) {
    if (primes.length === 0 && unlocked.length === 0) return 'No Primes are installed here.';
    const rows = primes.map(({ name, version, range, registry, installed, moved_to: movedTo }) => {
      const reason = range ?? 'for other Primes';
      return [
        name,
        movedTo === undefined ? version : `${version} (${movedTo})`,
        installed ? reason : `${reason} ${terminal.paint('red', "(missing: run 'prime install')")}`,
        terminal.paint('dim', registry),
      ];
    });
    const lines = unlocked.map(
      (name) => `${toPrintable(name)}  ${terminal.paint('yellow', 'is not in lock.yaml')}`,
    );
    return [tree?.join('\n') ?? formatColumns(rows, ''), ...lines, formatCount(primes.length, 'Prime')]
      .filter(Boolean)
      .join('\n');
  },
};
