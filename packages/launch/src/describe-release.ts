// The output of `--version`.
import { findCommit, readVersion } from './release.ts';

const SHOWN_DIGITS = 12;

/** The version, and the commit if it is known: `0.1.0 (479173b8a2d0)`, or `0.1.0 (479173b8a2d0-modified)`. */
export function describeRelease(): string {
  const commit = findCommit();
  return commit === undefined ? readVersion() : `${readVersion()} (${shorten(commit)})`;
}

function shorten(commit: string): string {
  const [digits = '', ...state] = commit.split('-');
  return [digits.slice(0, SHOWN_DIGITS), ...state].join('-');
}
