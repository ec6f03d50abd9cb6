// What `prime-registry import` says of the outcomes.
import { formatCount } from '@prime-registry/command-line';
import type { ImportOutcome } from '../../actions/maintenance/import-registry/import-outcome.ts';
import type { ImportSubject } from '../../actions/maintenance/import-registry/import-registry.ts';

type Counts = Record<ImportOutcome['kind'], number>;
/** The outcomes of all subjects. */
export type AllCounts = Readonly<Record<ImportSubject['kind'], Counts>>;

/** Before the first outcome. */
export function noCounts(): Counts {
  return { imported: 0, skipped: 0, withdrawn: 0, conflict: 0, damaged: 0, refused: 0 };
}

/** One line for people. */
export function summarize({ version, token, removed, lifecycle, signer }: AllCounts): string {
  const parts = [
    describe(version, 'version', 'yanked'),
    ...(hasAny(token) ? [describe(token, 'token', 'revoked')] : []),
    ...(hasAny(removed) ? [describe(removed, 'removed version', 'removed')] : []),
    ...(hasAny(lifecycle) ? [describe(lifecycle, 'channel, deprecation or new name', 'changed', NAMES)] : []),
    ...(hasAny(signer) ? [describe(signer, 'key or policy of a scope', 'changed', KEYS)] : []),
  ];
  return `Imported ${parts.join('; ')}.`;
}

const KEYS = 'keys and policies of scopes';
const NAMES = 'channels, deprecations and new names';

function describe(counts: Counts, noun: string, withdrawn: string, nouns?: string): string {
  const parts = [
    nouns !== undefined && counts.imported !== 1
      ? `${counts.imported} ${nouns}`
      : formatCount(counts.imported, noun),
    `${counts.skipped} there already`,
    ...(counts.withdrawn > 0 ? [`${counts.withdrawn} ${withdrawn} since`] : []),
    ...(counts.conflict > 0 ? [formatCount(counts.conflict, 'conflict')] : []),
    ...(counts.damaged > 0 ? [`${counts.damaged} damaged`] : []),
    ...(counts.refused > 0 ? [`${counts.refused} refused`] : []),
  ];
  return parts.join(', ');
}

function hasAny(counts: Counts): boolean {
  return Object.values(counts).some((count) => count > 0);
}
