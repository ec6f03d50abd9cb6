// The health probes (not part of the contract).
import { type Static, Type } from 'typebox';

/** Schema of {@link Health}. */
export const HealthSchema = Type.Object(
  { status: Type.Literal('ok') },
  { $id: 'Health', description: 'It is well' },
);

/** The answer of a health probe that passes. */
export type Health = Static<typeof HealthSchema>;
