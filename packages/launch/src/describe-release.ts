// What `--version` prints.
import { findCommit, readVersion } from './release.ts';

const SHOWN_DIGITS = 12;

/** The version, and the commit if it is known: `0.1.0 (479173b8a2d0)`. */
export function describeRelease(): string {
  const commit = findCommit();
  return commit === undefined ? readVersion() : `${readVersion()} (${commit.slice(0, SHOWN_DIGITS)})`;
}
