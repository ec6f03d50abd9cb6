// How often a Prime was downloaded (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from './scalars.ts';

const AmountSchema = { type: 'integer', minimum: 0 } as const;
const DateSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A day, in UTC.',
  examples: ['2026-11-21'],
} as const;

/** Schema of {@link Downloads}. */
export const DownloadsSchema = {
  $id: 'Downloads',
  description: 'How often the tarballs of a Prime were downloaded.',
  type: 'object',
  required: ['name', 'total', 'since', 'days'],
  properties: {
    name: NameSchema,
    total: { ...AmountSchema, description: 'All that were ever counted, of all versions.' },
    since: { ...DateSchema, description: 'The first day that `days` may have.' },
    days: {
      type: 'array',
      description: 'The days with downloads, oldest first; for each version that had some.',
      items: {
        type: 'object',
        required: ['date', 'downloads', 'versions'],
        properties: {
          date: DateSchema,
          downloads: AmountSchema,
          versions: {
            type: 'array',
            items: {
              type: 'object',
              required: ['version', 'downloads'],
              properties: { version: VersionSchema, downloads: AmountSchema },
            },
          },
        },
      },
    },
  },
} as const;

/** Downloads, as they are answered. */
export type Downloads = XStatic<typeof DownloadsSchema>;
