// The version to suggest when one is taken.
import type { Version } from '@prime-registry/protocol';

/** The next patch version; after a prerelease, the next one of its series. */
export function nextVersion({ numbers: [major, minor, patch], prerelease }: Version): string {
  const last = prerelease.at(-1);
  if (last === undefined) return `${major}.${minor}.${increment(patch)}`;
  const isNumber = /^[0-9]+$/.test(last);
  const next = isNumber ? [...prerelease.slice(0, -1), increment(last)] : [...prerelease, '1'];
  return `${major}.${minor}.${patch}-${next.join('.')}`;
}

/** Versions may have more digits than a number holds. */
function increment(digits: string): string {
  return String(BigInt(digits) + 1n);
}
