// The download counts of a Prime (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from './scalars.ts';
import { count, document, object, objects } from './schema-parts.ts';

const AmountSchema = { type: 'integer', minimum: 0 } as const;
const DateSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A day, in UTC.',
  examples: ['2026-11-21'],
} as const;

export const DownloadsSchema = document(
  'Downloads',
  'Download counts of the tarballs of a Prime.',
  ['name', 'total', 'since', 'days'],
  {
    name: NameSchema,
    total: count('All downloads of all versions.'),
    since: { ...DateSchema, description: 'The first day that `days` can contain.' },
    days: objects(
      'The days with downloads, oldest first, with the downloads of each version.',
      ['date', 'downloads', 'versions'],
      {
        date: DateSchema,
        downloads: AmountSchema,
        versions: {
          type: 'array',
          items: object(['version', 'downloads'], { version: VersionSchema, downloads: AmountSchema }),
        },
      },
    ),
  },
);

/** The response with the download counts. */
export type Downloads = XStatic<typeof DownloadsSchema>;
