// Carries out an install plan: look up versions, find missing trees, stage them all, then change all or
// nothing.

import { formatCount } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Terminal } from '../terminal/terminal.ts';
import { formatLockfile, type LockedPrime, type Lockfile, makeLockfile } from './lockfile/lockfile.ts';
import { isSameVersion, lookUp, type Target } from './look-up.ts';
import type { InstallPlan } from './plan-install.ts';
import { type StageDeps, type Staged, stagePrime } from './stage-prime.ts';
import { checkTree } from './tree/installed-tree.ts';
import { beginTreeChange, type TreeChange, type TreeOptions } from './tree/tree-change.ts';
import { listNotices, type Notice, type VersionNews } from './version-news.ts';

/** One change of an install. */
export interface InstallChange {
  /** `restore`: the locked version was missing or modified. */
  readonly action: 'add' | 'update' | 'restore' | 'remove';
  readonly name: string;
  readonly version: string;
  /** The version before an update. */
  readonly previous_version?: string;
  readonly registry: string;
  readonly sha256: string;
  /** Earlier registries that have the name, but not this version. */
  readonly passed_over?: readonly string[];
  /** The name that has this version, if the requested one has moved. */
  readonly moved_to?: string;
  readonly atoms?: number;
  readonly unpacked_bytes?: number;
}

/** The dependencies of an install. */
export interface InstallDeps extends Omit<StageDeps, 'onNews'> {
  readonly projectFolder: string;
  readonly tree: TreeOptions;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Maximum number of concurrent requests to registries. */
const LOOKUP_LIMIT = 16;
/** Maximum number of concurrent downloads, and of trees that are read at the same time. */
const TREE_LIMIT = 8;

/** Options of an install. */
export interface InstallOptions {
  readonly isFrozen: boolean;
  readonly allowsRegistryChange: boolean;
}

/** What an install has done. */
export interface InstallOutcome {
  /** Sorted by name. */
  readonly changes: readonly InstallChange[];
  /** What registries say about the versions that they were asked for; sorted by name. */
  readonly notices: readonly Notice[];
}

/** Carries out a plan, with Primes of this machine that were just packed. With `isFrozen` the lock file stays as it is. */
export async function installPrimes(
  { kept, lookups, dropped, local = [] }: InstallPlan & { readonly local?: readonly Target[] },
  before: Lockfile,
  deps: InstallDeps,
  { isFrozen, allowsRegistryChange }: InstallOptions,
): Promise<InstallOutcome> {
  const { projectFolder, signal } = deps;
  const news = new Map<string, VersionNews>();
  const found = await lookUp(lookups, before, deps.getResolver, {
    limit: LOOKUP_LIMIT,
    signal,
    allowsRegistryChange,
  });
  const targets: readonly Target[] = [...kept, ...found, ...local];
  for (const target of found) if (target.news !== undefined) news.set(target.name, target.news);
  const missing = await findMissing(targets, deps);
  const lockText = (trees: ReadonlyMap<string, Staged>) =>
    formatLockfile(makeLockfile(targets.map((target) => toLocked(target, trees.get(target.name)))));

  const change = await beginTreeChange(projectFolder, deps.tree);
  try {
    const staged = await stageAll(missing, change, {
      ...deps,
      onNews: (name, said) => void news.set(name, said),
    });
    for (const { name } of dropped) change.remove(name);
    await change.commit(isFrozen ? undefined : lockText(staged));
    const changes = missing.map((target) => describeChange(target, before.get(target.name), staged));
    const removals = dropped.map((locked) => describeRemoval(locked));
    const notices = [...news].flatMap(([name, said]) => listNotices(name, said));
    return { changes: [...changes, ...removals].sort(byName), notices: notices.sort(byName) };
  } catch (error) {
    await change.abandon();
    throw error;
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * The targets that are missing or modified in the tree, and those whose tree digest nothing on this machine
 * proves. A line of lock.yaml alone proves nothing: whoever changes the tree can change the line.
 */
async function findMissing(
  targets: readonly Target[],
  { projectFolder, trees, signal }: InstallDeps,
): Promise<Target[]> {
  const isMissing = await mapConcurrently(targets, { limit: TREE_LIMIT, signal }, async (target, end) => {
    if (target.tree_sha256 === undefined) return true;
    if ((await trees.find(target.sha256)) !== target.tree_sha256) return true;
    const tree = { name: target.name, tree_sha256: target.tree_sha256 };
    return (await checkTree(projectFolder, tree, end)) !== 'intact';
  });
  return targets.filter((_, index) => isMissing[index]);
}

async function stageAll(
  missing: readonly Target[],
  change: TreeChange,
  deps: InstallDeps & StageDeps,
): Promise<Map<string, Staged>> {
  const staged = new Map<string, Staged>();
  const progress = deps.terminal.progress('Installing', missing.length);
  try {
    await mapConcurrently(missing, { limit: TREE_LIMIT, signal: deps.signal }, async (target, signal) => {
      const folder = change.stagingFolderFor(target.name);
      staged.set(target.name, await stagePrime(target, folder, deps, signal));
      change.replace(target.name);
      progress.update(staged.size, `${formatCount(staged.size, 'Prime')} of ${missing.length}`);
    });
  } finally {
    progress.end();
  }
  return staged;
}

function toLocked(target: Target, staged: Staged | undefined): LockedPrime {
  const { name, version, range, sha256, registry, passed_over, moved_to, required_by } = target;
  const tree_sha256 = staged?.treeDigest ?? target.tree_sha256;
  if (tree_sha256 === undefined) throw new Error(`${name} was neither kept nor staged`);
  return {
    name,
    version,
    range,
    sha256,
    tree_sha256,
    registry,
    ...(passed_over !== undefined && { passed_over }),
    ...(moved_to !== undefined && { moved_to }),
    ...(required_by !== undefined && { required_by }),
  };
}

function describeChange(
  target: Target,
  previous: LockedPrime | undefined,
  staged: ReadonlyMap<string, Staged>,
): InstallChange {
  const { name, version, registry, sha256, passed_over: passedOver, moved_to } = target;
  const { atoms, unpackedBytes } = staged.get(name) ?? {};
  const isUpdate = previous !== undefined && !(isSameVersion(previous, target) && previous.sha256 === sha256);
  return {
    action: previous === undefined ? 'add' : isUpdate ? 'update' : 'restore',
    name,
    version,
    ...(isUpdate && { previous_version: previous.version }),
    registry,
    sha256,
    ...(passedOver !== undefined && { passed_over: passedOver.split(' ') }),
    ...(moved_to !== undefined && { moved_to }),
    ...(atoms !== undefined && { atoms }),
    ...(unpackedBytes !== undefined && { unpacked_bytes: unpackedBytes }),
  };
}

function describeRemoval({ name, version, registry, sha256 }: LockedPrime): InstallChange {
  return { action: 'remove', name, version, registry, sha256 };
}
