// GET /pack/:scope/:version (contract sections 2 and 4.3).
import type { XStatic } from 'typebox/schema';
import { DeprecatedSchema, LIST_LIFECYCLE_PROPERTIES, PromotedFromSchema } from './lifecycle.ts';
import { ProvenanceSchema } from './provenance.ts';
import {
  NameSchema,
  OriginSchema,
  RequiresSchema,
  Sha256Schema,
  TarballPathSchema,
  TimestampSchema,
  VersionSchema,
} from './scalars.ts';
import { count, document, flag, text } from './schema-parts.ts';
import { SignedBySchema } from './signatures.ts';

export const VersionManifestSchema = document(
  'VersionManifest',
  'The manifest of one version.',
  [
    ...(['name', 'version', 'description', 'license', 'atoms', 'namespaces', 'prime-version'] as const),
    ...(['sha256', 'tarball_url', 'published_at', 'size_bytes', 'yanked'] as const),
  ],
  {
    name: NameSchema,
    version: VersionSchema,
    description: text('What the Prime is about.'),
    license: text('License identifier.'),
    atoms: count('Number of atoms of the Prime.'),
    namespaces: {
      type: 'array',
      items: { type: 'string' },
      description: "The atoms' namespaces; each begins with @.",
    },
    'prime-version': text('The version of the Prime format.'),
    sha256: Sha256Schema,
    tarball_url: TarballPathSchema,
    published_at: TimestampSchema,
    size_bytes: count('Length of the tarball in bytes.'),
    yanked: flag('Whether the version was yanked. A yanked version can still be read by its exact version.'),
    yanked_at: TimestampSchema,
    yank_reason: text('The reason of the yank, if one was given.'),
    requires: RequiresSchema,
    deprecated: DeprecatedSchema,
    moved_to: LIST_LIFECYCLE_PROPERTIES.moved_to,
    promoted_from: PromotedFromSchema,
    signed_by: SignedBySchema,
    origin: OriginSchema,
    provenance: ProvenanceSchema,
  },
);

/** The response with the manifest of one version. */
export type VersionManifest = XStatic<typeof VersionManifestSchema>;
