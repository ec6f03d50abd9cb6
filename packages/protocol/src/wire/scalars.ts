// Scalars that several wire schemas share. Schemas are plain JSON Schema; TypeBox infers the types from them
// at compile time.
import { NAME_PART_PATTERN } from '../names/prime-name.ts';
import { MAX_VERSION_LENGTH, VERSION_PATTERN } from '../versions/version.ts';
import { flag, object, text } from './schema-parts.ts';

/** A Prime name. Only `parsePrimeName` checks that its short name is not a version. */
export const NameSchema = {
  type: 'string',
  pattern: `^@${NAME_PART_PATTERN}/${NAME_PART_PATTERN}$`,
  description: 'Prime name, @scope/name.',
  examples: ['@acme/web-style'],
} as const;

/** A version. */
export const VersionSchema = {
  type: 'string',
  pattern: `^${VERSION_PATTERN}$`,
  maxLength: MAX_VERSION_LENGTH,
  description: 'Semantic version 2.0.0.',
  examples: ['1.4.0'],
} as const;

/** A time in the format of `formatTimestamp`. */
export const TimestampSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  description: 'ISO 8601, UTC, to the second.',
  examples: ['2026-11-21T09:30:00Z'],
} as const;

/** The digest of a tarball. */
export const Sha256Schema = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the tarball, lower-case hexadecimal.',
} as const;

/** The path of a tarball, as `tarballPath` builds it. */
export const TarballPathSchema = {
  type: 'string',
  description: 'Path of the tarball on this registry.',
  examples: ['/pack/@acme/web-style/1.4.0/tarball'],
} as const;

/** The Primes that a version requires. */
export const RequiresSchema = {
  type: 'object',
  description: 'The Primes that the version requires: version ranges by name. Absent if there are none.',
  required: [],
  properties: {},
  additionalProperties: { type: 'string' },
  examples: [{ '@acme/core': '^1.2' }],
} as const;

export const REQUIRES_OMITTED_SCHEMA = flag(
  'True if the version requires Primes, but only its manifest lists them.',
);

export const OriginSchema = text(
  'Base URL of the registry from which it was mirrored; absent for what was published here.',
);

/** The relevance of a result of a search. */
export const RelevanceSchema = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 1,
  description: 'Relevance, above 0 and at most 1; comparable within one response.',
} as const;

/** A version of a Prime. */
export const PrimeVersionSchema = object(['name', 'version'], { name: NameSchema, version: VersionSchema });

/** Whether an atom and a Prime that has it have the same scope. */
export const OwnScopeSchema = flag('Whether the atom and the Prime have the same scope.');
