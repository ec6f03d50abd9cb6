// The health probes (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { document } from './schema-parts.ts';

export const HealthSchema = document('Health', 'Healthy.', ['status'], { status: { const: 'ok' } });

/** The response of a passing health probe. */
export type Health = XStatic<typeof HealthSchema>;
