// What `prime-registry verify` says of its findings.
import { escapeControls, formatCount, formatSize } from '@prime-registry/command-line';
import type { VersionLabel } from '@prime-registry/store';
import type { MissingVersions } from '../../actions/lost-versions/compare-mark.ts';
import type { Finding, Verification } from '../../actions/maintenance/verification.ts';
import { RESTORE_MARK, type RestoreMark } from '../../wiring/storage/restore-mark.ts';

/** A registry that was restored, for people. */
export function describeMark({ backup_of }: RestoreMark): string {
  const since = backup_of === undefined ? 'the backup' : `the backup of ${backup_of}`;
  return escapeControls(
    `restored: what was published after ${since} is missing, but may be installed elsewhere; delete ${RESTORE_MARK} in the data folder once it is settled`,
  );
}

/** Versions that the database lacks, for people. */
export function describeMissing({ versions }: MissingVersions): string {
  const names = versions.map(({ name, identity }) => `${name} ${identity}`).join(', ');
  return `lost: the database lacks published versions: ${names}, and perhaps others; 'prime-registry lost-versions find' lists them`;
}

function toLost({ versions, noticedAt }: MissingVersions): object {
  return {
    noticed_at: noticedAt,
    versions: versions.map(({ name, identity: version }) => ({ name, version })),
  };
}

/** A finding for people. */
export function describe(finding: Finding): string {
  switch (finding.kind) {
    case 'database':
      return escapeControls(`database: ${finding.message}`);
    case 'mark':
      return escapeControls(`mark: ${finding.message}`);
    case 'unreferenced':
      if (finding.removed !== undefined)
        return `removed: ${listLabels(finding.removed)}: its tarball ${finding.sha256} is still there; 'prime-registry gc --delete' removes it`;
      return `unreferenced: ${finding.sha256} (${formatSize(finding.sizeBytes)}) is needed by no version`;
    case 'stranger':
      return escapeControls(`stranger: ${finding.path} is not a tarball of the registry`);
    default: {
      const versions = listLabels(finding.versions);
      return escapeControls(`${finding.kind}: ${versions}: tarball ${finding.sha256} ${finding.message}`);
    }
  }
}

function listLabels(versions: readonly VersionLabel[]): string {
  return versions.map(({ name, version }) => `${name} ${version}`).join(', ');
}

/** A finding as a line of JSON. */
export function toJson(finding: Finding): object {
  if (finding.kind !== 'unreferenced') return finding;
  const { sizeBytes, ...rest } = finding;
  return { ...rest, size_bytes: sizeBytes };
}

/** The last line for people. */
export function summarize(result: Verification): string {
  const { versions, blobs, blobBytes, faults, unreferenced, unreferencedBytes } = result;
  const checked = `${formatCount(versions, 'version')}, ${formatCount(blobs, 'tarball')}, ${formatSize(blobBytes)}`;
  const litter =
    unreferenced === 0
      ? ''
      : ` ${formatCount(unreferenced, 'tarball')} (${formatSize(unreferencedBytes)}) needed by no version: 'prime-registry gc' removes them.`;
  return `Checked ${checked}: ${faults === 0 ? 'all is well' : formatCount(faults, 'fault')}.${litter}`;
}

/** The last line of JSON. */
export function summaryOf(result: Verification, mark: RestoreMark | undefined): object {
  return {
    kind: 'summary',
    ok: result.faults === 0,
    versions: result.versions,
    blobs: result.blobs,
    blob_bytes: result.blobBytes,
    faults: result.faults,
    unreferenced: result.unreferenced,
    unreferenced_bytes: result.unreferencedBytes,
    ...(mark && { restored: mark }),
    ...(result.missing && { lost: toLost(result.missing) }),
  };
}
