// A list of versions as the API shows it.
import { formatTimestamp, type VersionList } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';
import { latestOf } from '../../actions/latest-of.ts';

/** What is known besides the versions to show. */
export interface VersionsContext {
  /** Every version, yanked ones included, in ascending precedence. */
  readonly all: readonly ListedVersion[];
  /** The deprecated versions; undefined if there are none. */
  readonly isDeprecated: ReadonlySet<string> | undefined;
}

/** The fields of contract section 2, and the additions of each version. @param listed - the versions to show */
export function describeVersions(
  name: string,
  listed: readonly ListedVersion[],
  { all, isDeprecated }: VersionsContext,
): VersionList {
  return {
    name,
    versions: listed.map((entry) => describe(entry, isDeprecated?.has(entry.version) === true)),
    latest: latestOf(all)?.full ?? '',
  };
}

function describe(
  { version, publishedAtMs, yanked, yankReason: reason, requires, requiresOmitted }: ListedVersion,
  isDeprecated: boolean,
): VersionList['versions'][number] {
  return {
    version,
    published_at: formatTimestamp(publishedAtMs),
    ...(yanked && { yanked: true, ...(reason !== undefined && { yank_reason: reason }) }),
    ...(requires !== undefined && { requires }),
    ...(requiresOmitted && { requires_omitted: true }),
    ...(isDeprecated && { deprecated: true }),
  };
}
