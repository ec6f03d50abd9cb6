// DELETE /pack/:scope/:version (contract section 4.6).
import type { XStatic } from 'typebox/schema';
import { NameSchema, TimestampSchema, VersionSchema } from './scalars.ts';
import { document } from './schema-parts.ts';

export const YankReceiptSchema = document(
  'YankReceipt',
  'The yanked version.',
  ['name', 'version', 'yanked', 'yanked_at'],
  {
    name: NameSchema,
    version: VersionSchema,
    yanked: { const: true },
    yanked_at: TimestampSchema,
  },
);

/** The response to a yank. */
export type YankReceipt = XStatic<typeof YankReceiptSchema>;

/** Longest reason for a yank, in characters. */
export const MAX_YANK_REASON_LENGTH = 1000;
