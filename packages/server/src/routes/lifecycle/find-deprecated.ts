// Finds the deprecated versions of a list.
import { ownTurn } from '@prime-registry/concurrency';
import type { LifecycleRecord, ListedVersion } from '@prime-registry/store';
import { findDeprecation } from '../../actions/lifecycle/find-deprecation.ts';

/** Comparisons with ranges before other requests have a turn: some milliseconds. */
const COMPARED_AT_ONCE = 500;

export async function findDeprecated(
  lifecycle: Pick<LifecycleRecord, 'deprecations'>,
  versions: readonly Pick<ListedVersion, 'version'>[],
): Promise<ReadonlySet<string>> {
  const deprecated = new Set<string>();
  if (lifecycle.deprecations.length === 0) return deprecated;
  for (const [index, { version }] of versions.entries()) {
    if (index % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await ownTurn();
    if (findDeprecation(lifecycle, version) !== undefined) deprecated.add(version);
  }
  return deprecated;
}
