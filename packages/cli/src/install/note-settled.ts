// Notes after an install that the next one has nothing to do, as long as nothing changes.
import { readFileSync } from 'node:fs';
import { unlessFailed } from '../errors/expected.ts';
import { isLocal } from './local/local-path.ts';
import { formatLockfile, type LockedPrime, type Lockfile, makeLockfile } from './lockfile/lockfile.ts';
import { isSettled, planInstall } from './plan-install.ts';
import { lockfilePath } from './primes-folder.ts';
import type { Requirement } from './skill/requirements.ts';
import { isSkillFile, SKILL_FILE } from './skill/skill-file.ts';
import { joinStamps, type TreeStamps } from './tree/file-stamps.ts';
import type { VerifiedTrees } from './tree/verified-trees.ts';

/** What is locked now, and the text of it on disk. */
export interface NewLock {
  readonly locked: Lockfile;
  readonly text: string;
}

/** What an install knows at its end. */
interface Installed {
  readonly lock: NewLock;
  /** What SKILL.md requires; undefined without one. */
  readonly skill: ReadonlyMap<string, Requirement> | undefined;
  /** How SKILL.md was described before it was read; undefined if it alone does not decide. */
  readonly skillStamps: TreeStamps | undefined;
}

/** Notes it, if the same project gives no plan with any work. */
export function noteSettled(projectFolder: string, verified: VerifiedTrees, installed: Installed): void {
  verified.keepSettled(describeSettled(projectFolder, verified, installed));
}

/** How the files are described that decide what is installed; undefined if the next install may find something to do. */
function describeSettled(
  projectFolder: string,
  verified: VerifiedTrees,
  { lock, skill, skillStamps }: Installed,
): TreeStamps | undefined {
  if (skillStamps === undefined || !isDone(lock, skill)) return undefined;
  const stamps = verified.stampFiles(['.primes/lock.yaml'], true);
  return stamps !== undefined && hasText(lockfilePath(projectFolder), lock.text)
    ? joinStamps(skillStamps, stamps)
    : undefined;
}

function hasText(path: string, text: string): boolean {
  return unlessFailed(() => readFileSync(path, 'utf8')) === text;
}

/**
 * Whether the next install would plan nothing. One with a Prime of this machine says so each time, and one of several skills looks
 * for all of them.
 */
function isDone({ locked, text }: NewLock, skill: Installed['skill']): boolean {
  const isOther = ({ registry, required_by: file }: LockedPrime): boolean =>
    isLocal(registry) || (file !== SKILL_FILE && isSkillFile(file));
  if (locked.size === 0 || [...locked.values()].some(isOther)) return false;
  const plan = planInstall({ lockfile: locked, skill, named: [], update: false });
  return isSettled(plan) && plan.dropped.length === 0 && formatLockfile(makeLockfile(plan.kept)) === text;
}
