// DELETE /pack/:scope/:version (contract section 4.6).
import { type Static, Type } from 'typebox';
import { NameSchema, TimestampSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link YankReceipt}. */
export const YankReceiptSchema = Type.Object(
  { name: NameSchema, version: VersionSchema, yanked: Type.Literal(true), yanked_at: TimestampSchema },
  { $id: 'YankReceipt', description: 'What was yanked' },
);

/** The receipt of a yank, as it is answered. */
export type YankReceipt = Static<typeof YankReceiptSchema>;

/** Longest reason for a yank, in characters. */
export const MAX_YANK_REASON_LENGTH = 1000;

/** Schema of the optional JSON body of a yank. */
export const YankRequestSchema = Type.Object({
  reason: Type.Optional(
    Type.String({
      maxLength: MAX_YANK_REASON_LENGTH,
      description: 'Why, shown to everybody who reads the version.',
    }),
  ),
});
