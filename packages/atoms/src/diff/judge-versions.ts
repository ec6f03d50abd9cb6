// Whether a version says enough about what was changed since another one.
import { compareVersions, isPrerelease, type Version } from '@prime-registry/protocol';
import { BUMPS, type Bump } from './required-bump.ts';

/** What is to be said of a pair of versions. */
export interface VersionJudgement {
  readonly isRespected: boolean;
  /** The lowest stable version that would do; undefined when this one does. */
  readonly suggestion: string | undefined;
  /** One sentence for people. */
  readonly message: string;
}

/**
 * Judges the step from one version to a later one.
 * - A step over a prerelease promises nothing: `2.0.0-beta.1` may be followed by anything that is later.
 * - A prerelease is judged by the version that it leads to: `1.4.1-rc.1` is a patch of `1.4.0`.
 * - Below `1.0.0` everything moves one place down: a minor step may break, a patch may add. Within `0.0.x`, every step may
 *   do anything.
 * @param required what the changes ask for, as in InventoryDiff
 */
export function judgeVersions(from: Version, to: Version, required: Bump): VersionJudgement {
  const step = `${from.full} to ${to.full}`;
  if (compareVersions(to, from) <= 0) {
    const suggestion = nextVersion(from, required === 'none' ? 'patch' : required);
    const message = `${to.full} does not come after ${from.full}; use ${suggestion} or later`;
    return { isRespected: false, suggestion, message };
  }
  if (isPrerelease(from)) {
    return respected(`${step} is a step from a prerelease, which promises nothing`);
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

/** The number that moved. A step from a stable version to a later one always moves one. */
function findStep(from: Version, to: Version): Bump {
  if (from.numbers[0] !== to.numbers[0]) return 'major';
  return from.numbers[1] !== to.numbers[1] ? 'minor' : 'patch';
}

/** What a change asks for below 1.0.0. */
function scaleDown({ numbers: [major, minor] }: Version, required: Bump): Bump {
  if (major !== '0' || required === 'none') return required;
  return required === 'major' && minor !== '0' ? 'minor' : 'patch';
}

/** The lowest stable version that takes such a step. */
function nextVersion(from: Version, required: Bump): string {
  const [major, minor, patch] = from.numbers.map(BigInt) as [bigint, bigint, bigint];
  const step = scaleDown(from, required);
  // What comes after a prerelease and is stable is the version that it leads to.
  if (isPrerelease(from)) return from.numbers.join('.');
  if (step === 'major') return `${major + 1n}.0.0`;
  return step === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}

function describe(required: Bump): string {
  if (required === 'major') return 'atoms or kinds of edges that are gone';
  if (required === 'minor') return 'atoms or edges that are new';
  return required === 'patch' ? 'changes of what is there' : 'no change at all';
}
