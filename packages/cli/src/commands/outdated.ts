// `prime outdated`

import { findNewer } from '@prime-registry/client';
import { formatColumns, formatCount, UsageError } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Command } from '../command.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { requirementOf } from '../install/plan-install.ts';
import { withoutLockfile } from '../install/project-above.ts';
import { findSkillRequirements } from '../install/requirements.ts';
import { openRegistries } from '../registries/open-registries.ts';

/** Installed Primes with newer versions. */
export interface OutdatedResult {
  readonly primes: readonly {
    readonly name: string;
    readonly current: string;
    /** The requested range. */
    readonly range: string;
    /** The newest version within the range, if it is newer than the current one. */
    readonly wanted?: string;
    /** The newest version of all, if it is newer than the current one. */
    readonly latest?: string;
    /** Whether the current version is yanked. */
    readonly yanked: boolean;
    readonly registry: string;
  }[];
  /** The number of Primes that were checked. */
  readonly checked: number;
}

/** Maximum number of concurrent requests to registries. */
const LOOKUP_LIMIT = 16;

export const outdated: Command<OutdatedResult> = {
  usage: {
    name: 'outdated',
    summary: 'List the installed Primes that have newer versions',
    parameters: ['[<name>…]'],
    asksRegistries: true,
    details: ["'prime install --update' installs the versions in the column 'wanted'."],
    examples: ['outdated', 'outdated @acme/web-style --json'],
  },

  async run(context, flags, names) {
    const { folder, signal } = context;
    const lockfile = await readLockfile(folder);
    if (lockfile === undefined)
      throw withoutLockfile(folder, 'there is no .primes/lock.yaml here: nothing is installed');
    const unknown = names.find((name) => !lockfile.has(name));
    if (unknown !== undefined)
      throw new UsageError(`'${unknown}' is not installed; 'prime ls' lists the installed Primes`);
    const skill = await findSkillRequirements(folder);
    const { resolver } = await openRegistries(context, flags);
    const chosen = [...lockfile.values()].filter(({ name }) => names.length === 0 || names.includes(name));
    const looked = await mapConcurrently(chosen, { limit: LOOKUP_LIMIT, signal }, async (locked, end) => {
      const { name, version: current } = locked;
      const { range } = skill?.get(name) ?? requirementOf(locked);
      const { list, registry } = await resolver.listVersions(name, { includeYanked: true, signal: end });
      const { wanted, latest } = findNewer(list, current, range);
      return {
        name,
        current,
        range: range.text,
        ...(wanted !== undefined && { wanted }),
        ...(latest !== undefined && { latest }),
        yanked: list.versions.some(({ version, yanked }) => version === current && yanked === true),
        registry: registry.baseUrl,
      };
    });
    const primes = looked.filter(
      ({ wanted, latest, yanked }) => wanted !== undefined || latest !== undefined || yanked,
    );
    return { primes, checked: looked.length };
  },

  view({ primes, checked }, terminal) {
    if (primes.length === 0) return `${formatCount(checked, 'Prime')}, all up to date.`;
    const head = ['name', 'current', 'wanted', 'latest', 'registry'].map((title) =>
      terminal.paint('bold', title),
    );
    const rows = primes.map(({ name, current, wanted = '', latest = '', yanked, registry }) => [
      name,
      yanked ? `${current} ${terminal.paint('red', 'yanked')}` : current,
      terminal.paint('green', wanted),
      latest,
      terminal.paint('dim', registry),
    ]);
    return formatColumns([head, ...rows], '');
  },
};
