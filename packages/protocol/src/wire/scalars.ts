// The scalars that several wire schemas share.
import { Type } from 'typebox';
import { NAME_PART_PATTERN } from '../prime-name.ts';
import { MAX_VERSION_LENGTH, VERSION_PATTERN } from '../version.ts';

/** A Prime name; that its short part is no version is for `parsePrimeName` alone. */
export const NameSchema = Type.String({
  pattern: `^@${NAME_PART_PATTERN}/${NAME_PART_PATTERN}$`,
  description: 'Prime name, @scope/name.',
  examples: ['@acme/web-style'],
});

/** A version identifier. */
export const VersionSchema = Type.String({
  pattern: `^${VERSION_PATTERN}$`,
  maxLength: MAX_VERSION_LENGTH,
  description: 'Semantic version 2.0.0.',
  examples: ['1.4.0'],
});

/** A time, as `formatTimestamp` writes it. */
export const TimestampSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  description: 'ISO 8601, UTC, to the second.',
  examples: ['2026-11-21T09:30:00Z'],
});

/** The digest of a tarball. */
export const Sha256Schema = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the tarball, lower-case hexadecimal.',
});

/** The path of a tarball, as `tarballPath` builds it. */
export const TarballPathSchema = Type.String({
  description: 'Path of the tarball on this registry.',
  examples: ['/pack/@acme/web-style/1.4.0/tarball'],
});
