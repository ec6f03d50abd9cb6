// The mark next to the tarballs: which versions were published last. A database that lacks one of them is older
// than the tarballs: a dump was restored, a standby took over, or somebody copied a file.
import type { MarkName } from '@prime-registry/blobs';
import { isSha256, parseJsonObject, parsePrimeName, parseVersion } from '@prime-registry/protocol/basics';
import type { VersionDigest } from '@prime-registry/store';

export interface PublishedMark {
  /** The versions that were published last, newest first. Each was seen in the database. */
  readonly published: readonly VersionDigest[];
  /** Versions of the mark that were missing in the database later, newest first. */
  readonly missing: readonly VersionDigest[];
  /** When that was noticed first, as an ISO timestamp; undefined if nothing is missing. */
  readonly noticedAt: string | undefined;
}

export const PUBLISHED_MARK: MarkName = 'published.json';

/** How many published versions the mark names: a standby may lack some of the last few, but not the last. */
export const MARKED_VERSIONS = 32;
const MAX_MISSING = 64;

export const NO_MARK: PublishedMark = { published: [], missing: [], noticedAt: undefined };

/** A mark that cannot be read; the message says what to do. */
export class DamagedMarkError extends Error {
  override readonly name = 'DamagedMarkError';
}

/** Parses the mark. @throws DamagedMarkError if it is damaged, or of a newer program */
export function parseMark(text: string | undefined): PublishedMark {
  if (text === undefined) return NO_MARK;
  const { format, published, missing, noticed_at } = parseJsonObject(text) ?? {};
  if (
    format !== 1 ||
    !isList(published) ||
    !isList(missing) ||
    (noticed_at !== undefined && typeof noticed_at !== 'string')
  ) {
    throw new DamagedMarkError(
      'the mark published.json next to the tarballs is damaged, or made by a newer prime-registry; ' +
        "'prime-registry lost-versions settle' writes a new one",
    );
  }
  return { published, missing, noticedAt: noticed_at };
}

/** The text of a mark, with at most the newest versions. */
export function formatMark({ published, missing, noticedAt }: PublishedMark): string {
  const fields = {
    format: 1,
    published: published.slice(0, MARKED_VERSIONS),
    missing: missing.slice(0, MAX_MISSING),
    noticed_at: noticedAt,
  };
  return `${JSON.stringify(fields, undefined, 2)}\n`;
}

function isList(value: unknown): value is VersionDigest[] {
  return Array.isArray(value) && value.every(isVersion);
}

function isVersion(value: unknown): value is VersionDigest {
  const { name, identity, sha256 } = (value ?? {}) as Partial<Record<keyof VersionDigest, unknown>>;
  if (typeof name !== 'string' || typeof identity !== 'string' || typeof sha256 !== 'string') return false;
  return parsePrimeName(name).ok && parseVersion(identity).ok && isSha256(sha256);
}
