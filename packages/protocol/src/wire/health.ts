// The health probes (not part of the contract).
import type { XStatic } from 'typebox/schema';

export const HealthSchema = {
  $id: 'Health',
  description: 'Healthy.',
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'ok' } },
} as const;

/** The response of a passing health probe. */
export type Health = XStatic<typeof HealthSchema>;
