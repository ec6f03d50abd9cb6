// GET /pack/:scope (contract sections 2 and 4.2).
import { type Static, Type } from 'typebox';
import { NameSchema, TimestampSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link VersionList}. */
export const VersionListSchema = Type.Object(
  {
    name: NameSchema,
    versions: Type.Array(
      Type.Object({
        version: VersionSchema,
        published_at: TimestampSchema,
        yanked: Type.Optional(
          Type.Boolean({ description: 'True for a yanked version, shown with ?yanked=include.' }),
        ),
      }),
      {
        description:
          'Every published version, in ascending precedence; yanked ones only with ?yanked=include.',
      },
    ),
    latest: Type.String({
      description:
        'The highest stable version that is not yanked, else the highest such prerelease; empty when every version is yanked.',
    }),
  },
  { $id: 'VersionList', description: 'The versions of a Prime' },
);

/** The versions of a Prime, as they are answered. */
export type VersionList = Static<typeof VersionListSchema>;
