// The log entry of a new version, or of one from before the log.
import { hash } from 'node:crypto';
import { formatTimestamp, type LogEntry } from '@prime-registry/protocol';
import type { NewVersion, VersionFacts } from '../contracts/version-store.ts';
import { describeAct } from './act-entry.ts';

/** What an entry says about a version. */
interface LoggedFacts
  extends Pick<
    VersionFacts,
    'sha256' | 'sizeBytes' | 'publishedAtMs' | 'promotedFrom' | 'origin' | 'provenance'
  > {
  readonly name: string;
  readonly version: string;
  readonly sourceManifest: Uint8Array;
  readonly publishedBy: string;
  readonly isYanked: boolean;
  readonly channel?: string | undefined;
  readonly signatures?: NewVersion['signatures'];
}

/** The entry of a version that is inserted. */
export function describeNewVersion({ act, name, version, ...rest }: NewVersion): LogEntry {
  const facts = { ...rest, name: name.full, version: version.full, isYanked: rest.yank !== undefined };
  if (act.action === 'import') return describeImport(facts, act.atMs);
  const { origin } = facts;
  if (origin === undefined) return describeAct(act, { ...describe(facts), type: 'publish' });
  return describeAct(act, { ...describe(facts), ...describeEarlier(facts), type: 'mirror', origin });
}

/**
 * The entry of a version that was published before, here or elsewhere.
 * @param atMs - when it gets into the log
 */
export function describeImport(facts: LoggedFacts, atMs: number): LogEntry {
  // Who published it, as an export tells.
  const actorId = facts.publishedBy.toWellFormed();
  const { origin } = facts;
  return describeAct(
    { atMs, actorId },
    { ...describe(facts), ...describeEarlier(facts), type: 'import', origin },
  );
}

function describe({ name, version, sha256, sizeBytes, sourceManifest, promotedFrom, ...rest }: LoggedFacts) {
  const { channel, provenance, signatures } = rest;
  return {
    ...{ name, version, sha256, size: sizeBytes },
    manifest_sha256: hash('sha256', sourceManifest, 'hex'),
    promoted_from: promotedFrom?.registry,
    channel,
    provenance,
    signed_by: signatures?.map(({ fingerprint }) => fingerprint),
  };
}

function describeEarlier({ publishedAtMs, isYanked }: LoggedFacts) {
  return {
    published_at: formatTimestamp(publishedAtMs),
    ...(isYanked && { yanked: true }),
  };
}
