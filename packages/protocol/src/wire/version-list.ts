// GET /pack/:scope (contract sections 2 and 4.2).
import type { XStatic } from 'typebox/schema';
import { LIST_LIFECYCLE_PROPERTIES } from './lifecycle.ts';
import {
  NameSchema,
  OriginSchema,
  REQUIRES_OMITTED_SCHEMA,
  RequiresSchema,
  TimestampSchema,
  VersionSchema,
} from './scalars.ts';
import { document, flag, objects, text } from './schema-parts.ts';

export const VersionListSchema = document(
  'VersionList',
  'The versions of a Prime.',
  ['name', 'versions', 'latest'],
  {
    name: NameSchema,
    versions: objects(
      'Every published version, in ascending precedence; yanked ones only with ?yanked=include.',
      ['version', 'published_at'],
      {
        version: VersionSchema,
        published_at: TimestampSchema,
        yanked: flag('True for a yanked version, listed with ?yanked=include.'),
        yank_reason: text('Why it was yanked, if a reason was given.'),
        requires: RequiresSchema,
        requires_omitted: REQUIRES_OMITTED_SCHEMA,
        deprecated: flag('True for a deprecated version; see deprecations.'),
      },
    ),
    latest: text(
      'The highest stable version that is not yanked, or else the highest such prerelease; empty when every version is yanked.',
    ),
    ...LIST_LIFECYCLE_PROPERTIES,
    origin: OriginSchema,
  },
);

/** The response with the versions of a Prime. */
export type VersionList = XStatic<typeof VersionListSchema>;
