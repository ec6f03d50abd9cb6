// Carries out an install plan: look up versions, find missing trees, stage them all, then change all or
// nothing.

import { formatCount } from '@prime-registry/command-line';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { ContentsCache } from '../knowledge/contents-cache.ts';
import { DOWNLOAD_LIMIT } from '../registries/download-limit.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { InstallLogs, LogChecks } from './check-logs.ts';
import { findMissing } from './find-missing.ts';
import type { InstallGuard } from './guard-install.ts';
import { planIndex } from './index-files/plan-index.ts';
import {
  describeChange,
  describeLog,
  describeRemoval,
  describeRequirers,
  describeSigners,
  type InstallChange,
} from './install-change.ts';
import { listNew } from './list-new.ts';
import { formatLockfile, type LockedPrime, type Lockfile, makeLockfile } from './lockfile/lockfile.ts';
import { lookUp, type Target } from './look-up.ts';
import type { NewLock } from './note-settled.ts';
import { noteVerified } from './note-verified.ts';
import type { InstallPlan } from './plan-install.ts';
import { indexRequirers } from './reach.ts';
import type { StageDeps, Staged } from './stage-prime.ts';
import { beginTreeChange, type TreeChange, type TreeOptions } from './tree/tree-change.ts';
import type { VerifiedTrees } from './tree/verified-trees.ts';
import { listNotices, type Notice, type VersionNews } from './version-news.ts';

export interface InstallDeps extends Omit<StageDeps, 'onNews' | 'stampRules'> {
  readonly projectFolder: string;
  readonly tree: TreeOptions;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly logs: InstallLogs;
  readonly guard: InstallGuard;
  /** What installed Primes say, for the table of contents. */
  readonly contents: ContentsCache;
  /** What need not be read again. */
  readonly verified: VerifiedTrees;
}

export interface InstallOptions {
  readonly isFrozen: boolean;
  readonly allowsRegistryChange: boolean;
  readonly local?: readonly Target[];
  /** Whether nothing is changed. */
  readonly isDryRun?: boolean;
}

/** What an install has done. */
export interface InstallOutcome {
  /** Sorted by name. */
  readonly changes: readonly InstallChange[];
  /** The number of Primes in the lock file now. */
  readonly installed: number;
  /** What registries say about the versions that they were asked for; sorted by name. */
  readonly notices: readonly Notice[];
  /** Absent if nothing was to be changed. */
  readonly lock?: NewLock;
}

/**
 * Carries out a plan. `local` are the Primes of this machine in it that were just packed. With `isFrozen` the lock file stays as
 * it is.
 */
export async function installPrimes(
  plan: InstallPlan,
  before: Lockfile,
  deps: InstallDeps,
  { isFrozen, allowsRegistryChange, local = [], isDryRun = false }: InstallOptions,
): Promise<InstallOutcome> {
  const { projectFolder, signal } = deps;
  const news = new Map<string, VersionNews>();
  const packed = new Map(local.map((target) => [target.name, target]));
  const found = await lookUp(plan, before, deps.getResolver, { signal, allowsRegistryChange });
  const targets = found.map((target) => packed.get(target.name) ?? target);
  const dropped = listDropped(before, targets);
  for (const target of targets) if (target.news !== undefined) news.set(target.name, target.news);
  const missing = await findMissing(targets, deps, isFrozen);
  if (isDryRun) return describeDryRun({ targets, missing, dropped, before, news });
  const change = await beginTreeChange(projectFolder, deps.tree);
  try {
    const stageDeps = {
      ...deps,
      stampRules: deps.verified.rulesForNew,
      onNews: (name: string, said: VersionNews) => void news.set(name, said),
    };
    const added = listNew(targets, before);
    const { staged, checks } = await stageAndCheck(
      { missing, added, targetCount: targets.length },
      change,
      stageDeps,
    );
    const findStagingFolder = (name: string) =>
      staged.has(name) ? change.stagingFolderFor(name) : undefined;
    const evidence = await deps.guard.check({ targets, added, local, checks, findStagingFolder });
    for (const { name } of dropped) change.remove(name);
    const locked = makeLockfile(targets.map((target) => toLocked(target, staged.get(target.name))));
    const index =
      !isFrozen && missing.length === 0 && deps.verified.isIndexIntact(locked)
        ? undefined
        : await planNewIndex(locked, staged, change, deps);
    if (index !== undefined) change.replaceIndex(index);
    const text = formatLockfile(locked);
    const takeBack = isFrozen ? undefined : await evidence?.remember();
    await change.commit(isFrozen ? undefined : text).catch(async (error: unknown) => {
      await takeBack?.();
      throw error;
    });
    await noteVerified(locked, staged, index, deps);
    if (!isFrozen && (checks.size > 0 || dropped.length > 0)) await deps.logs.keep(targets, checks);
    if (!isFrozen) await evidence?.keep();
    const requirersOf = indexRequirers(locked);
    const changes = missing.map((target) => ({
      ...describeChange(target, before.get(target.name), staged.get(target.name)),
      ...describeLog(checks.get(target.name)),
      ...describeSigners(evidence?.signers.get(target.name)),
      ...describeRequirers(target, requirersOf),
    }));
    const removals = dropped.map((prime) => describeRemoval(prime));
    const notices = [...news].flatMap(([name, said]) => listNotices(name, said));
    return {
      changes: [...changes, ...removals].sort(byName),
      installed: targets.length,
      notices: notices.sort(byName),
      lock: { locked, text },
    };
  } catch (error) {
    await change.abandon();
    throw error;
  }
}

/** The texts of the table of contents; undefined if they are on disk. */
async function planNewIndex(
  locked: Lockfile,
  staged: ReadonlyMap<string, Staged>,
  change: TreeChange,
  deps: InstallDeps,
): Promise<ReadonlyMap<string, string> | undefined> {
  const stamps = deps.verified.stampIndex(false);
  const texts = await planIndex(deps, locked, (name) => {
    const tree = staged.get(name);
    return tree && { ...tree, folder: change.stagingFolderFor(name) };
  });
  if (texts === undefined) deps.verified.keepIndex(stamps);
  return texts;
}

/** Locked Primes that nothing requires any more. */
function listDropped(before: Lockfile, targets: readonly Target[]): LockedPrime[] {
  const names = new Set(targets.map(({ name }) => name));
  return [...before.values()].filter(({ name }) => !names.has(name));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** What an install would do. */
function describeDryRun({
  targets,
  missing,
  dropped,
  before,
  news,
}: {
  readonly targets: readonly Target[];
  readonly missing: readonly Target[];
  readonly dropped: readonly LockedPrime[];
  readonly before: Lockfile;
  readonly news: ReadonlyMap<string, VersionNews>;
}): InstallOutcome {
  const requirersOf = indexRequirers(
    makeLockfile(targets.map((target) => ({ ...target, tree_sha256: target.tree_sha256 ?? '' }))),
  );
  const changes = missing.map((target) => ({
    ...describeChange(target, before.get(target.name), undefined),
    ...describeRequirers(target, requirersOf),
  }));
  return {
    changes: [...changes, ...dropped.map((prime) => describeRemoval(prime))].sort(byName),
    installed: targets.length,
    notices: [...news].flatMap(([name, said]) => listNotices(name, said)).sort(byName),
  };
}

/**
 * Asks the logs during the downloads; a failure of one ends the other. If both fail, the error is that of the logs, whichever
 * came first. A mirror logs what it has pulled, which is after the download.
 */
async function stageAndCheck(
  {
    missing,
    added,
    targetCount,
  }: {
    readonly missing: readonly Target[];
    readonly added: ReturnType<typeof listNew>;
    readonly targetCount: number;
  },
  change: TreeChange,
  deps: InstallDeps & StageDeps,
): Promise<{ readonly staged: Map<string, Staged>; readonly checks: LogChecks }> {
  let staged = new Map<string, Staged>();
  let checks: LogChecks = new Map();
  const checked = Promise.withResolvers<unknown>();
  const jobs = [
    async (signal: AbortSignal): Promise<void> => {
      try {
        staged = await stageAll(missing, change, { ...deps, signal }, targetCount);
      } catch (error) {
        throw (await checked.promise) ?? error;
      }
    },
    async (signal: AbortSignal): Promise<void> => {
      const logged = added.filter(({ isMirrored }) => isMirrored !== true);
      try {
        checks = await deps.logs.check(logged, signal);
        checked.resolve(undefined);
      } catch (error) {
        checked.resolve(error);
        throw error;
      }
    },
  ];
  await forEachConcurrently(jobs, { limit: jobs.length, signal: deps.signal }, (job, signal) => job(signal));
  const mirrored = added.filter(({ isMirrored }) => isMirrored === true);
  return { staged, checks: new Map([...checks, ...(await deps.logs.check(mirrored, deps.signal))]) };
}

async function stageAll(
  missing: readonly Target[],
  change: TreeChange,
  deps: InstallDeps & StageDeps,
  targetCount: number,
): Promise<Map<string, Staged>> {
  const staged = new Map<string, Staged>();
  if (missing.length === 0) return staged;
  const [{ stagePrime }, { readStaged }] = await Promise.all([
    import('./stage-prime.ts'),
    import('./index-files/make-index.ts'),
  ]);
  const progress = deps.terminal.progress('Installing', missing.length);
  try {
    const concurrency = { limit: DOWNLOAD_LIMIT, signal: deps.signal };
    await forEachConcurrently(missing, concurrency, async (target, signal) => {
      const folder = change.stagingFolderFor(target.name);
      const tree = await stagePrime(target, folder, deps, signal);
      await readStaged({ contents: deps.contents, signal }, { ...tree, folder }, targetCount);
      staged.set(target.name, tree);
      change.replace(target.name);
      progress.update(staged.size, `${formatCount(staged.size, 'Prime')} of ${missing.length}`);
    });
  } finally {
    deps.trees.save();
    progress.end();
  }
  return staged;
}

function toLocked(target: Target, staged: Staged | undefined): LockedPrime {
  const { name, version, range, sha256, registry, passed_over, moved_to, required_by, requires } = target;
  const tree_sha256 = staged?.treeDigest ?? target.tree_sha256;
  if (tree_sha256 === undefined) throw new Error(`${name} was neither kept nor staged`);
  return {
    name,
    version,
    ...(range !== undefined && { range }),
    sha256,
    tree_sha256,
    registry,
    ...(passed_over !== undefined && { passed_over }),
    ...(moved_to !== undefined && { moved_to }),
    ...(required_by !== undefined && { required_by }),
    ...(requires !== undefined && { requires }),
  };
}
