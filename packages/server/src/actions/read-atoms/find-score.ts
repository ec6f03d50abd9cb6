// The score of a version. What was expensive, assessing its atoms, was done when its tarball was read.
import { type Score, scoreVersion } from '@prime-registry/lint';
import type { InventorySummary, VersionRecord } from '@prime-registry/store';

export type ScoredRecord = Pick<VersionRecord, 'description' | 'license' | 'requires'>;

/** Scores a version; undefined if its atoms were not assessed. */
export function findScore(
  { description, license, requires }: ScoredRecord,
  readme: string | undefined,
  inventory: InventorySummary | undefined,
): Score | undefined {
  const assessment = inventory?.assessment;
  const facts = {
    description,
    license,
    readmeLength: readme?.trim().length ?? 0,
    requires: Object.keys(requires ?? {}),
  };
  return assessment && scoreVersion(assessment, facts);
}
