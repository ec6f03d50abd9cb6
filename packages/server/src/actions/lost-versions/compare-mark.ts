// Compares the mark with the database.
import type { MarkStore } from '@prime-registry/blobs';
import type { RegistryStore, VersionDigest } from '@prime-registry/store';
import { PUBLISHED_MARK, type PublishedMark, parseMark } from './published-mark.ts';

export interface CompareDeps {
  readonly store: Pick<RegistryStore, 'listMissingVersions'>;
  readonly marks: Pick<MarkStore, 'readMark'>;
  readonly now: () => number;
}

/** Published versions that the database lacks. */
export interface MissingVersions {
  /** Those that the mark names, newest first; there may be more. */
  readonly versions: readonly VersionDigest[];
  /** When it was noticed first, as an ISO timestamp. */
  readonly noticedAt: string;
}

/**
 * Reads the mark, and compares it with the database. Changes nothing.
 * @returns undefined if the database lacks nothing that is known
 * @throws RegistryError `storage_unavailable`, or DamagedMarkError
 */
export async function findMissingVersions(deps: CompareDeps): Promise<MissingVersions | undefined> {
  return missingOf(await compareMark(deps, parseMark(await deps.marks.readMark(PUBLISHED_MARK)), []));
}

/** The tarballs without a version may be all that is left of lost versions. */
class LostVersionsError extends Error {
  override readonly name = 'LostVersionsError';
}

/** @throws LostVersionsError if the database lacks published versions, and as {@link findMissingVersions} */
export async function refuseIfVersionsAreMissing(deps: CompareDeps): Promise<void> {
  const missing = await findMissingVersions(deps);
  if (missing === undefined) return;
  const [first] = missing.versions;
  throw new LostVersionsError(
    `the database lacks published versions, such as ${first?.name} ${first?.identity}: tarballs that no version needs ` +
      "may be theirs. Nothing was removed; run 'prime-registry lost-versions find --record', then 'prime-registry lost-versions settle'",
  );
}

/** What a mark says about missing versions. */
export function missingOf({ missing, noticedAt }: PublishedMark): MissingVersions | undefined {
  return noticedAt === undefined ? undefined : { versions: missing, noticedAt };
}

/**
 * Makes the next mark. A version that the database lacks moves to the missing ones, and stays there: published
 * again or not, others that no mark names may still be missing.
 * @param added - versions that were published since, newest first
 */
export async function compareMark(
  { store, now }: Pick<CompareDeps, 'store' | 'now'>,
  mark: PublishedMark,
  added: readonly VersionDigest[],
): Promise<PublishedMark> {
  const all = withoutRepeats([...added, ...mark.published]);
  const gone = new Set((await store.listMissingVersions(all)).map(keyOf));
  const published = all.filter((version) => !gone.has(keyOf(version)));
  const missing = withoutRepeats([...all.filter((version) => gone.has(keyOf(version))), ...mark.missing]);
  const noticedAt = missing.length === 0 ? undefined : new Date(now()).toISOString();
  return { published, missing, noticedAt: mark.noticedAt ?? noticedAt };
}

function withoutRepeats(versions: readonly VersionDigest[]): VersionDigest[] {
  const byKey = new Map<string, VersionDigest>();
  for (const { name, identity, sha256 } of versions) {
    const version = { name, identity, sha256 };
    if (!byKey.has(keyOf(version))) byKey.set(keyOf(version), version);
  }
  return [...byKey.values()];
}

function keyOf({ name, identity, sha256 }: VersionDigest): string {
  return `${name} ${identity} ${sha256}`;
}
