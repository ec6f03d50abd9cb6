// Which version the page of a Prime shows. A mirrored version may still be on its way from its upstream, or
// never arrive.
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { versionNotFound } from '../../actions/not-found.ts';
import { bringVersion } from '../../mirror/pull/bring-version.ts';
import type { Needs } from '../route-deps.ts';
import { type PrimeVersions, readVersions } from './read-prime.ts';

/** What a page is about. */
export interface Subject {
  readonly name: PrimeName;
  readonly version: Version;
  readonly known: PrimeVersions;
  /** Whether the page is about this version, and not about the latest one. */
  readonly isPinned: boolean;
}

/** A version to show. */
export interface ShownRecord {
  readonly subject: Subject;
  readonly record: VersionRecord;
  /** False for a version that this registry could not keep: only its manifest is known. */
  readonly isHere: boolean;
  /** Base URL of the upstream that has a newer version, where an older one is shown instead. */
  readonly awaitedFrom?: string | undefined;
}

/**
 * Finds the version to show, and pulls it if it is upstream.
 * @returns `coming` while the pull goes on and there is no older version to show
 * @throws RegistryError `version_not_found`, `upstream_unavailable`, `upstream_mismatch`
 */
export async function findShownRecord(
  deps: Needs<'store' | 'mirror'>,
  subject: Subject,
): Promise<ShownRecord | 'coming'> {
  const record = await deps.store.findVersion(subject.name.full, subject.version);
  return record === undefined ? pullShownRecord(deps, subject) : { subject, record, isHere: true };
}

async function pullShownRecord(
  { store, mirror }: Needs<'store' | 'mirror'>,
  subject: Subject,
): Promise<ShownRecord | 'coming'> {
  const { name, version } = subject;
  const older = await findOlderRecord(store, subject);
  const arrival = await bringVersion(mirror, name, version).catch((error: unknown) => {
    // An older version now is better than an error.
    if (older === undefined) throw error;
    return 'absent' as const;
  });
  if (typeof arrival === 'object') return { subject, record: arrival.record, isHere: false };
  const record = arrival === 'here' ? await store.findVersion(name.full, version) : undefined;
  if (record !== undefined) {
    const known = await readVersions({ store, mirror }, name);
    return { subject: { ...subject, known }, record, isHere: true };
  }
  if (older !== undefined) return older;
  if (arrival === 'absent') throw await versionNotFound(store, name, version);
  return 'coming';
}

/** The latest version that is here, to show instead; undefined if the page is about a certain version. */
async function findOlderRecord(
  store: Needs<'store'>['store'],
  subject: Subject,
): Promise<ShownRecord | undefined> {
  const { latestHere, origin } = subject.known;
  if (subject.isPinned || latestHere === undefined) return undefined;
  const record = await store.findVersion(subject.name.full, latestHere);
  if (record === undefined) return undefined;
  const older = { ...subject, version: latestHere, isPinned: true };
  return { subject: older, record, isHere: true, awaitedFrom: origin };
}
