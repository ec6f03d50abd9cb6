// Tests whether an installed Prime answers a question.
import { parseRange } from '@prime-registry/protocol';
import type { LockedPrime } from '../install/lockfile/lockfile.ts';

/** Whether the locked version is what was asked for. `latest` and channels are for registries to say. */
export function isWanted({ version }: Pick<LockedPrime, 'version'>, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const range = parseRange(wanted);
  if (!range.ok || range.value.kind === 'latest' || range.value.kind === 'channel') return false;
  return range.value.matches(version);
}
