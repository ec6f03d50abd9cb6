// `prime verify`
import { join } from 'node:path';
import { type Flags, flag, formatCount, toPrintable } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Command, CommandContext } from '../../command.ts';
import { DONE, INVALID } from '../../exit-code.ts';
import { formatAge } from '../../find/age.ts';
import { TarballCache } from '../../install/cache/tarball-cache.ts';
import { openTreeRecords } from '../../install/cache/tree-records.ts';
import { asksForSigners } from '../../install/guard-install.ts';
import { checkIndex } from '../../install/index-files/plan-index.ts';
import type { LockedPrime } from '../../install/lockfile/lockfile.ts';
import { chooseLocked, notLocked, requireLockfile } from '../../install/project-above.ts';
import { type FileDifference, findDifferences } from '../../install/tree/find-differences.ts';
import {
  listInstalledNames,
  primeFolder,
  readTree,
  type TreeState,
} from '../../install/tree/installed-tree.ts';
import { openContentsCache } from '../../knowledge/contents-cache.ts';
import { readOwnIdentity } from '../../knowledge/prime-contents.ts';
import type { LockedLog, SeenLog } from '../../log/verify-locked.ts';
import type { PrimeTrust } from '../../policy/prime-trust.ts';
import { listUnmet } from '../../policy/show-trust.ts';
import { cacheFolder } from '../../settings/folders.ts';

/** The installed files, compared with the lock file. */
export interface VerifyResult {
  readonly primes: readonly {
    readonly name: string;
    readonly version: string;
    /**
     * - `unlocked`: its folder exists, but it is not in the lock file; its version is empty;
     * - `mislocked`: the tree_sha256 in the lock file is not that of the tarball with its sha256;
     * - `misnamed`: its tarball does not have its name and version, and no registry has told this machine that it is the right one;
     * - `unproven`: the files match the lock file, but its tarball is not in the cache and never was.
     */
    readonly state: TreeState | 'unlocked' | 'mislocked' | 'misnamed' | 'unproven';
    /** The files that differ; absent if the tarball to compare with is not in the cache. */
    readonly differences?: readonly FileDifference[];
    /** With `--log`: what the proof in the cache says. */
    readonly log?: LockedLog;
    /** Fingerprints of the keys whose signatures are good, if they are stored here. */
    readonly signed_by?: readonly string[];
    /** Who published it, if a policy asks and it is known. */
    readonly published_by?: NonNullable<PrimeTrust['published_by']>;
    /** The lines of policies that it does not meet. */
    readonly unmet?: NonNullable<PrimeTrust['unmet']>;
  }[];
  /** With `--log`: the logs that have them, as they were seen last. */
  readonly logs?: readonly SeenLog[];
  /**
   * Whether the table of contents in `.primes` says what the installed Primes say. `missing` and `changed` are no
   * failure: prime 0.1.0 does not write it. Absent with names, or if a Prime differs.
   */
  readonly index?: 'intact' | 'changed' | 'missing';
}

/** Maximum number of trees that are read at the same time. */
const READ_LIMIT = 8;
/** Maximum number of files that are shown per Prime. */
const SHOWN_FILES = 10;

export const verify: Command<VerifyResult> = {
  usage: {
    parameters: ['[<name>…]'],
    asksRegistries: true,
    options: {
      log: flag('Also verify the proofs that they are in the logs of their registries'),
      online: flag('Ask the registries for signatures that are missing, and with --log for proofs and heads'),
    },
    details: [
      'Contacts no registry without --online. Reads the tarballs in the cache to prove that the digests in the lock file belong together. ' +
        'Checks the rules of policies and the signers, if there are any: see docs/policy.md. ' +
        'Exits with 2 if anything differs or cannot be proved.',
    ],
    examples: ['verify', 'verify @acme/web-style --json', 'verify --log', 'verify --log --online'],
  },

  async run(context, flags, names) {
    const { folder, environment, signal } = context;
    const lockfile = await requireLockfile(folder, 'there is no .primes/lock.yaml here to compare with');
    const chosen = chooseLocked(lockfile, names, notLocked);
    const cache = new TarballCache(join(cacheFolder(environment), 'tarballs'));
    const trees = openTreeRecords(environment, cache);
    const primes = await mapConcurrently(chosen, { limit: READ_LIMIT, signal }, async (locked, end) => {
      const { name, version, sha256 } = locked;
      const place = primeFolder(folder, name);
      const tree = await readTree(folder, locked, end);
      const judged = judge(tree.state, locked, await trees.verify(sha256));
      const isMisnamed =
        judged === 'intact' &&
        tree.state === 'intact' &&
        !trees.isNamed(locked, readOwnIdentity(place, tree.files)?.text);
      const state = isMisnamed ? 'misnamed' : judged;
      const differences =
        state === 'changed' || state === 'mislocked'
          ? await findDifferences(place, sha256, cache)
          : undefined;
      return { name, version, state, ...(differences !== undefined && { differences }) };
    });
    const unlocked = names.length > 0 ? [] : await listInstalledNames(folder);
    const trusts =
      asksForSigners(context) || flags.online === true ? await checkTrust(context, flags, chosen) : [];
    const { verdicts, logs } =
      flags.log === true
        ? await (await import('../../log/verify-proofs.ts')).verifyProofs(context, flags, chosen)
        : NO_LOGS;
    const index =
      names.length === 0 && primes.every(({ state }) => state === 'intact' || state === 'unproven')
        ? await checkIndex({ projectFolder: folder, contents: openContentsCache(context), signal }, lockfile)
        : undefined;
    if (index === 'changed')
      context.terminal.warn(
        ".primes/INDEX.md or index.json is not what the installed Primes say; 'prime install' writes them again",
      );
    return {
      ...(index !== undefined && { index }),
      ...(flags.log === true && { logs }),
      primes: [
        ...primes.map((prime, index) => ({
          ...prime,
          ...(verdicts[index] && { log: verdicts[index] }),
          ...trusts[index],
        })),
        ...unlocked
          .filter((name) => !lockfile.has(name))
          .map((name) => ({ name, version: '', state: 'unlocked' as const })),
      ],
    };
  },

  view({ primes, logs }, terminal) {
    const bad = primes.filter(({ state }) => state !== 'intact');
    const lines = bad.flatMap(({ name, version, state, differences = [] }) => [
      `${terminal.paint('red', EXPLANATIONS[state])}  ${toPrintable(name)} ${version}`.trimEnd(),
      ...differences
        .slice(0, SHOWN_FILES)
        .map((file) => `  ${file.state.padEnd(7)}  ${toPrintable(file.path)}`),
      ...(differences.length > SHOWN_FILES ? [`  and ${differences.length - SHOWN_FILES} more`] : []),
    ]);
    const intact = `${formatCount(primes.length - bad.length, 'Prime')} intact`;
    const isMislocked = bad.some(({ state }) => state === 'mislocked' || state === 'misnamed');
    const repair = isMislocked
      ? "Somebody edited lock.yaml: find out who and why. 'prime install <name>@<version>' corrects it."
      : "'prime install' restores the locked versions.";
    const inLogs = logs === undefined ? '' : `, ${describeLogs(primes, logs)}`;
    const unproven = primes.flatMap(({ name, version, log }) => {
      const problem = log && PROBLEMS[log.state];
      if (problem === undefined) return [];
      const detail = log?.problem === undefined ? '' : `: ${toPrintable(log.problem)}`;
      return [`${terminal.paint('red', problem)}  ${toPrintable(name)} ${version}${detail}`];
    });
    const unmet = listUnmet(primes).map((line) => terminal.paint('red', line));
    const signed = primes.filter(({ signed_by: signers = [] }) => signers.length > 0).length;
    const inAll = `${inLogs}${signed === 0 ? '' : `, ${signed} signed`}`;
    const summary =
      bad.length === 0 ? `${intact}${inAll}.` : `${intact}, ${bad.length} not${inAll}. ${repair}`;
    return [...lines, ...unproven, ...unmet, summary].join('\n');
  },

  exitCode: ({ primes }) =>
    primes.every(
      ({ state, log, unmet }) =>
        state === 'intact' && unmet === undefined && (log === undefined || !(log.state in PROBLEMS)),
    )
      ? DONE
      : INVALID,
};

const NO_LOGS = { verdicts: [], logs: [] } as const;

/** What policies and signatures say about each, in their order. */
async function checkTrust(
  context: CommandContext,
  flags: Flags,
  chosen: readonly LockedPrime[],
): Promise<Pick<PrimeTrust, 'signed_by' | 'published_by' | 'unmet'>[]> {
  const { checkInstalled } = await import('../../policy/check-installed.ts');
  const found = await checkInstalled(context, flags, chosen);
  return found.map(({ signed_by, published_by, unmet }) => ({
    ...(signed_by && { signed_by }),
    ...(published_by && { published_by }),
    ...(unmet && { unmet }),
  }));
}

/** What is wrong with a proof. */
const PROBLEMS: Partial<Record<LockedLog['state'], string>> = {
  unproven: "has no proof in the cache ('--online' asks for it)",
  wrong: 'is not in the log of its registry as it should be',
};

/** How many are in which log, such as `2 in the log of primes.acme.example (1,311 entries, seen 2 minutes ago)`. */
function describeLogs(primes: VerifyResult['primes'], logs: readonly SeenLog[]): string {
  const count = (origin: string): number => primes.filter(({ log }) => log?.origin === origin).length;
  if (logs.length === 0) return 'none in a log';
  return logs
    .map(({ origin, size, seen_at }) => {
      const seen = formatAge(seen_at, Date.now());
      return `${count(origin)} in the log of ${toPrintable(shortOrigin(origin))} (${formatCount(size, 'entry', 'entries')}, seen ${seen})`;
    })
    .join(', ');
}

/** Only a tarball proves a tree; the lock file only says which one. */
function judge(
  state: TreeState,
  { tree_sha256 }: LockedPrime,
  proven: string | undefined,
): VerifyResult['primes'][number]['state'] {
  if (proven !== undefined && proven !== tree_sha256) return 'mislocked';
  return state === 'intact' && proven === undefined ? 'unproven' : state;
}

const EXPLANATIONS = {
  intact: 'intact ',
  mislocked: "lock.yaml has a tree_sha256 that is not its tarball's",
  misnamed: 'has a tarball that may be of another Prime',
  unproven: 'matches lock.yaml, but its tarball is not in the cache to prove it',
  changed: 'changed',
  missing: 'missing',
  unlocked: 'not in lock.yaml',
} as const;

/** The name of a log without the path that all logs of prime-registry have: `primes.acme.example`. */
function shortOrigin(origin: string): string {
  return origin.replace(/\/-\/log$/, '');
}
