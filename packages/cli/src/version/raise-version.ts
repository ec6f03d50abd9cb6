// The next version by the part to raise, and the next one that is free.
import { getValue, isPrerelease, parseVersion, type Version } from '@prime-registry/protocol';
import { nextVersion } from './next-version.ts';

/** The parts of a version, as arguments of `prime version`. */
export const STEPS = ['patch', 'minor', 'major'] as const;

/** A part of a version to raise. */
export type Step = (typeof STEPS)[number];

/**
 * Raises a part, and drops prerelease and build metadata. A prerelease becomes the version that it precedes, if
 * that is already such a step: `2.0.0-beta.1` and `major` are `2.0.0`.
 */
export function raiseVersion(version: Version, step: Step): Version {
  const [major, minor, patch] = version.numbers.map(BigInt) as [bigint, bigint, bigint];
  const precedes = { major: minor === 0n && patch === 0n, minor: patch === 0n, patch: true }[step];
  if (isPrerelease(version) && precedes) return parse(version.numbers.join('.'));
  if (step === 'major') return parse(`${major + 1n}.0.0`);
  return parse(step === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`);
}

/** The version, or the next higher one of its patches or its series of prereleases that is not taken. */
export function findFree(version: Version, isTaken: (version: Version) => boolean): Version {
  let free = version;
  while (isTaken(free)) free = parse(nextVersion(free));
  return free;
}

function parse(text: string): Version {
  return getValue(parseVersion(text));
}
