// Asks an upstream once, for an operator.
import { RegistryError } from '@prime-registry/protocol';
import type { Upstream } from './upstream.ts';
import { explainToOperator } from './upstream-failure.ts';
import { PROBE } from './upstream-probes.ts';

/** Whether an upstream answers. */
export type UpstreamAnswer =
  | { readonly ok: true; readonly afterMs: number }
  | { readonly ok: false; readonly reason: string };

/** Requests the versions of a Prime that no registry has. */
export async function probeUpstream(upstream: Upstream): Promise<UpstreamAnswer> {
  const sinceMs = performance.now();
  try {
    await upstream.fetchList(PROBE, undefined);
    return { ok: true, afterMs: Math.round(performance.now() - sinceMs) };
  } catch (error) {
    if (error instanceof RegistryError) return { ok: false, reason: explainToOperator(error) };
    throw error;
  }
}
