// GET /pack/:scope/:version (contract sections 2 and 4.3).
import { type Static, Type } from 'typebox';
import { NameSchema, Sha256Schema, TarballPathSchema, TimestampSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link VersionManifest}. */
export const VersionManifestSchema = Type.Object(
  {
    name: NameSchema,
    version: VersionSchema,
    description: Type.String({ description: 'What the Prime is about.' }),
    license: Type.String({ description: 'License identifier.' }),
    atoms: Type.Integer({ minimum: 0, description: 'How many atoms the Prime holds.' }),
    namespaces: Type.Array(Type.String(), { description: "The atoms' namespaces; each begins with @." }),
    'prime-version': Type.String({ description: 'The version of the Prime format that the package uses.' }),
    sha256: Sha256Schema,
    tarball_url: TarballPathSchema,
    published_at: TimestampSchema,
    size_bytes: Type.Integer({ minimum: 0, description: 'Length of the tarball in bytes.' }),
    yanked: Type.Boolean({ description: 'Whether the version was withdrawn; it can still be read exactly.' }),
    yanked_at: Type.Optional(TimestampSchema),
    yank_reason: Type.Optional(Type.String({ description: 'Why it was withdrawn, when that was said.' })),
  },
  { $id: 'VersionManifest', description: 'The manifest of one version' },
);

/** The manifest of one version, as it is answered. */
export type VersionManifest = Static<typeof VersionManifestSchema>;
