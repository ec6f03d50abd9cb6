// Judges whether the version step is large enough for the changes.
import { compareVersions, isPrerelease, type Version } from '@prime-registry/protocol';
import { BUMPS, type Bump } from './required-bump.ts';

export interface VersionJudgement {
  readonly isRespected: boolean;
  /** The lowest sufficient stable version; undefined if this one is sufficient. */
  readonly suggestion: string | undefined;
  /** One sentence for people. */
  readonly message: string;
}

/**
 * Judges the step from one version to a later one.
 * - A step from a prerelease may change everything: each later version may follow `2.0.0-beta.1`.
 * - A prerelease counts as the version it precedes: `1.4.1-rc.1` is a patch of `1.4.0`.
 * - Below `1.0.0` everything is one place lower: a minor step may break, a patch may add. Within `0.0.x`,
 *   every step may change anything.
 * @param required the step that the changes require, as in InventoryDiff
 */
export function judgeVersions(from: Version, to: Version, required: Bump): VersionJudgement {
  const step = `${from.full} to ${to.full}`;
  if (compareVersions(to, from) <= 0) {
    const suggestion = nextVersion(from, required === 'none' ? 'patch' : required);
    const message = `${to.full} is not higher than ${from.full}; use ${suggestion} or later`;
    return { isRespected: false, suggestion, message };
  }
  if (isPrerelease(from)) {
    return respected(`${step} is a step from a prerelease, which may change anything`);
  }
  const needed = scaleDown(from, required);
  if (BUMPS.indexOf(findStep(from, to)) >= BUMPS.indexOf(needed)) {
    return respected(`${step} is enough for ${describe(required)}`);
  }
  const suggestion = nextVersion(from, required);
  const message = `${step} is too small a step for ${describe(required)}; use ${suggestion} or later`;
  return { isRespected: false, suggestion, message };
}

function respected(message: string): VersionJudgement {
  return { isRespected: true, suggestion: undefined, message };
}

/** The highest number that differs. A step from a stable version to a later one always changes one. */
function findStep(from: Version, to: Version): Bump {
  if (from.numbers[0] !== to.numbers[0]) return 'major';
  return from.numbers[1] !== to.numbers[1] ? 'minor' : 'patch';
}

/** The step that a change requires below 1.0.0. */
function scaleDown({ numbers: [major, minor] }: Version, required: Bump): Bump {
  if (major !== '0' || required === 'none') return required;
  return required === 'major' && minor !== '0' ? 'minor' : 'patch';
}

/** The lowest stable version with such a step. */
function nextVersion(from: Version, required: Bump): string {
  const [major, minor, patch] = from.numbers.map(BigInt) as [bigint, bigint, bigint];
  const step = scaleDown(from, required);
  // The next stable version after a prerelease is the one it precedes.
  if (isPrerelease(from)) return from.numbers.join('.');
  if (step === 'major') return `${major + 1n}.0.0`;
  return step === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}

function describe(required: Bump): string {
  if (required === 'major') return 'removed atoms or edge verbs';
  if (required === 'minor') return 'new atoms or edges';
  return required === 'patch' ? 'edits' : 'the same atoms and edges';
}
