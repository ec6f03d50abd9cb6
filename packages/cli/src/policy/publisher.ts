// Who published a version.
import type { Provenance } from '@prime-registry/protocol';
import type { Evidence } from './evidence.ts';

/** Who published a version, and how much that is worth. */
export interface Publisher {
  readonly provenance: Provenance;
  /** The registry that says so. */
  readonly registry: string;
  /** Whether its log proves that it says so to everybody. */
  readonly isProved: boolean;
}

/** Who published a version; or why nobody knows. */
export function findPublisher({ prime, log, isOriginSaid, said }: Evidence): Publisher | string {
  const vouching = log.origin ?? (log.own && { ...log.own, registry: prime.registry });
  if (vouching !== undefined) {
    const { entry, registry } = vouching;
    // What another registry is said to have verified, that registry has to prove.
    const from = 'origin' in entry ? entry.origin : undefined;
    if (from !== undefined)
      return `${registry} has it from ${from}, and does not hand on the proof of that registry`;
    const { provenance } = entry;
    if (provenance === undefined) return 'the log does not say who published it';
    return isOriginSaid
      ? { provenance, registry: prime.registry, isProved: false }
      : { provenance, registry, isProved: true };
  }
  const { state, problem } = log.verdict;
  if (state !== 'no-log') return problem ?? 'the log of its registry does not prove it';
  if (said === undefined) return 'nothing says who published it';
  return { provenance: said, registry: prime.registry, isProved: false };
}
