// `prime ls`
import { formatColumns, formatCount, toPrintable } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { findProjectAbove } from '../install/project-above.ts';
import { listInstalledNames } from '../install/tree/installed-tree.ts';

/** The installed Primes. */
export interface LsResult {
  /** Sorted by name. */
  readonly primes: readonly {
    readonly name: string;
    readonly version: string;
    /** The requested range. */
    readonly range: string;
    readonly registry: string;
    readonly sha256: string;
    readonly required_by?: string;
    /** The name that has this version, if the requested one has moved. */
    readonly moved_to?: string;
    /** Whether its folder exists; 'prime verify' checks the contents. */
    readonly installed: boolean;
  }[];
  /** Folders in .primes that are not in the lock file. */
  readonly unlocked: readonly string[];
}

export const ls: Command<LsResult> = {
  usage: {
    name: 'ls',
    summary: 'List the installed Primes',
    examples: ['ls', 'ls --json'],
  },

  async run({ folder, terminal }) {
    const lockfile = await readLockfile(folder);
    const names = new Set(await listInstalledNames(folder));
    const primes = [...(lockfile?.values() ?? [])].map(({ tree_sha256: _, ...locked }) => ({
      ...locked,
      installed: names.delete(locked.name),
    }));
    if (lockfile === undefined && names.size === 0) {
      const above = findProjectAbove(folder);
      if (above !== undefined)
        terminal.note(`The project is in a folder above: 'prime ls -C ${above}' lists its Primes.`);
    }
    return { primes, unlocked: [...names] };
  },

  view({ primes, unlocked }, terminal) {
    if (primes.length === 0 && unlocked.length === 0) return 'No Primes are installed here.';
    const rows = primes.map(({ name, version, range, registry, installed, moved_to: movedTo }) => [
      name,
      movedTo === undefined ? version : `${version} (${movedTo})`,
      installed ? range : `${range} ${terminal.paint('red', "(missing: run 'prime install')")}`,
      terminal.paint('dim', registry),
    ]);
    const lines = unlocked.map(
      (name) => `${toPrintable(name)}  ${terminal.paint('yellow', 'is not in lock.yaml')}`,
    );
    return [formatColumns(rows, ''), ...lines, formatCount(primes.length, 'Prime')]
      .filter(Boolean)
      .join('\n');
  },
};
