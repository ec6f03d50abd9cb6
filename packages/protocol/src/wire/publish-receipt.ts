// POST /publish (contract sections 2 and 4.1).
import { type Static, Type } from 'typebox';
import { NameSchema, Sha256Schema, TarballPathSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link PublishReceipt}. */
export const PublishReceiptSchema = Type.Object(
  { name: NameSchema, version: VersionSchema, sha256: Sha256Schema, url: TarballPathSchema },
  { $id: 'PublishReceipt', description: 'What was published' },
);

/** The receipt of a publish, as it is answered. */
export type PublishReceipt = Static<typeof PublishReceiptSchema>;
