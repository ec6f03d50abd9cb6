// POST /publish (contract sections 2 and 4.1).
import type { XStatic } from 'typebox/schema';
import { NameSchema, Sha256Schema, TarballPathSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link PublishReceipt}. */
export const PublishReceiptSchema = {
  $id: 'PublishReceipt',
  description: 'What was published.',
  type: 'object',
  required: ['name', 'version', 'sha256', 'url'],
  properties: { name: NameSchema, version: VersionSchema, sha256: Sha256Schema, url: TarballPathSchema },
} as const;

/** The receipt of a publish, as it is answered. */
export type PublishReceipt = XStatic<typeof PublishReceiptSchema>;
