// The health probes (not part of the contract).
import type { XStatic } from 'typebox/schema';

/** Schema of {@link Health}. */
export const HealthSchema = {
  $id: 'Health',
  description: 'It is well.',
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'ok' } },
} as const;

/** The answer of a health probe that passes. */
export type Health = XStatic<typeof HealthSchema>;
