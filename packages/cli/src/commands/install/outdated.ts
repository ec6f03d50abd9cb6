// `prime outdated`
import { flag, formatColumns, formatCount } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import { getValue, parseRange, type VersionRange } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { DONE, FAILED } from '../../exit-code.ts';
import { describeReplacement } from '../../install/follow/replacement.ts';
import { ACCEPT_SIGNER_OPTION } from '../../install/guard-install.ts';
import { isLocal, showLocal } from '../../install/local/local-path.ts';
import type { LockedPrime } from '../../install/lockfile/lockfile.ts';
import { explainOutdated, listMarks } from '../../install/outdated/explain-outdated.ts';
import { findOutdated } from '../../install/outdated/find-outdated.ts';
import { isOutdated, type OutdatedPrime } from '../../install/outdated/outdated-prime.ts';
import { findRequirement } from '../../install/plan-install.ts';
import { chooseLocked, requireLockfile } from '../../install/project-above.ts';
import { indexRequirers, type Requirer } from '../../install/reach.ts';
import { type InstallResult, runInstall } from '../../install/run-install.ts';
import { readProjectSkills } from '../../install/skill/project-requirements.ts';
import { type Requirement, SKILL_FILE } from '../../install/skill/requirements.ts';
import { openRegistries } from '../../registries/open-registries.ts';

/** Installed Primes with newer versions, or about which there is something to say. */
export interface OutdatedResult {
  readonly primes: readonly OutdatedPrime[];
  /** The number of Primes that were checked. */
  readonly checked: number;
  /** What `--fix` has changed. */
  readonly fixed?: InstallResult;
}

/** Maximum number of concurrent requests to registries. */
const LOOKUP_LIMIT = 16;

export const outdated: Command<OutdatedResult> = {
  usage: {
    parameters: ['[<name>…]'],
    asksRegistries: true,
    options: {
      fix: flag(`Change requirements on deprecated Primes to their successors, in ${SKILL_FILE} as well`),
      'accept-signer': ACCEPT_SIGNER_OPTION,
      'exit-code': flag('Exit with 1 if a Prime is listed; for CI'),
    },
    details: [
      "'wanted' is the newest version within the range, 'latest' the newest of all; 'prime update' installs the versions in the column 'wanted'. Below the table is why versions were yanked, deprecated or removed, and what to use instead.",
    ],
    examples: ['outdated', 'outdated @acme/web-style --json', 'outdated --exit-code', 'outdated --fix'],
  },

  async run(context, flags, names) {
    const { folder, signal, terminal } = context;
    const lockfile = await requireLockfile(
      folder,
      'there is no .primes/lock.yaml here: nothing is installed',
    );
    const all = chooseLocked(lockfile, names);
    const { requirements: skill } = await readProjectSkills(folder, { lockfile, signal });
    const { resolver } = await openRegistries(context, flags);
    const requirersOf = indexRequirers(lockfile);
    const chosen = all.filter(({ registry }) => !isLocal(registry));
    for (const { name, registry } of all.filter((prime) => isLocal(prime.registry)))
      terminal.note(`${name} is from ${showLocal(registry)}: no registry was asked for it.`);
    const looked = await mapConcurrently(chosen, { limit: LOOKUP_LIMIT, signal }, (locked, end) =>
      findOutdated(resolver, locked, rangeFor(locked, requirersOf(locked.name), skill), end),
    );
    const primes = looked.filter(isOutdated);
    const hasSuccessor = primes.some(({ deprecated }) => deprecated?.successor !== undefined);
    if (flags.fix !== true || !hasSuccessor) return { primes, checked: looked.length };
    const fixed = await runInstall(context, flags, {
      named: [],
      isFrozen: false,
      isUpdating: false,
      isFollowing: names.length === 0 ? true : names,
    });
    return { primes, checked: looked.length, fixed };
  },

  view({ primes, checked, fixed }, terminal) {
    if (primes.length === 0) return `${formatCount(checked, 'Prime')}, all up to date.`;
    const head = ['name', 'current', 'wanted', 'latest', 'registry'].map((title) =>
      terminal.paint('bold', title),
    );
    const rows = primes.map((prime) => [
      prime.name,
      [prime.current, ...listMarks(prime).map((mark) => terminal.paint('red', mark))].join(' '),
      prime.wanted === undefined ? prime.current : terminal.paint('green', prime.wanted),
      prime.latest ?? prime.wanted ?? prime.current,
      terminal.paint('dim', prime.registry),
    ]);
    const changes = (fixed?.followed ?? []).map(describeReplacement);
    const lines = [formatColumns([head, ...rows], ''), ...primes.flatMap(explainOutdated)];
    return [
      ...lines,
      ...(changes.length > 0 ? ['', 'Changed:', ...changes.map((line) => `  ${line}`)] : []),
    ].join('\n');
  },

  exitCode: ({ primes }, flags) => (flags['exit-code'] === true && primes.length > 0 ? FAILED : DONE),
};

/** What the project and all locked Primes together allow: SKILL.md decides about what it requires, then the lock file. */
function rangeFor(
  locked: LockedPrime,
  requirers: readonly Requirer[],
  skill: ReadonlyMap<string, Requirement> | undefined,
): VersionRange {
  const direct = (skill?.get(locked.name) ?? findRequirement(locked))?.range;
  const texts = new Set(requirers.map(({ range }) => range));
  const others = [...texts].map((text) => getValue(parseRange(text)));
  return intersect([...(direct === undefined ? [] : [direct]), ...others]);
}

/** The first range, as far as the others allow its versions. Only the first can be a channel. */
function intersect([first, ...others]: readonly VersionRange[]): VersionRange {
  const range = first ?? getValue(parseRange('*'));
  if (others.length === 0 || range.kind === 'channel') return range;
  const all = [range, ...others];
  return {
    text: [...new Set(all.map(({ text }) => text))].join(' and '),
    kind: 'range',
    matches: (version) => all.every((each) => each.matches(version)),
    covers: (version) => all.every((each) => each.covers(version)),
    coversKey: (key) => all.every((each) => each.coversKey(key)),
  };
}
